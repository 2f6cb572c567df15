// Binds the schema of the package as Pulumi's own tools do, and generates SDKs from it.
//
//	go run . ../../../../schema.json              fails with every error and every warning
//	go run . ../../../../schema.json <folder>     writes <folder>/python and <folder>/go
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	pygen "github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	bound, err := bind(args[0])
	if err != nil || len(args) == 1 {
		return err
	}
	python, err := pygen.GeneratePackage("pulumi-statushub", bound, nil, nil)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(args[1], "python"), python); err != nil {
		return err
	}
	golang, err := gogen.GeneratePackage("pulumi-statushub", bound, nil)
	if err != nil {
		return err
	}
	return write(filepath.Join(args[1], "go"), golang)
}

func bind(path string) (*schema.Package, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	bound, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	for _, diagnostic := range diagnostics {
		fmt.Fprintln(os.Stderr, diagnostic)
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s has %d errors or warnings", path, len(diagnostics))
	}
	return bound, nil
}

func write(folder string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

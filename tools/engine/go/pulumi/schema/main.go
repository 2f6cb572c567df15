// Binds the package's schema as Pulumi's own tools do, and writes an SDK for each language: <folder>/python, <folder>/go.
// Each error and warning of the schema fails.
//
//	go run ./schema ../../../../schema.json <folder>
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
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The generators, by the folder that each one writes.
var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"python": func(bound *schema.Package) (map[string][]byte, error) {
		return pygen.GeneratePackage("pulumi-statushub", bound, nil, nil)
	},
	"go": func(bound *schema.Package) (map[string][]byte, error) {
		return gogen.GeneratePackage("pulumi-statushub", bound, nil)
	},
}

func run(path, folder string) error {
	for language, generate := range generators {
		// Bound separately for each generator, because it changes names in the package for its language.
		bound, err := bind(path)
		if err != nil {
			return err
		}
		files, err := generate(bound)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(folder, language), files); err != nil {
			return err
		}
	}
	return nil
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

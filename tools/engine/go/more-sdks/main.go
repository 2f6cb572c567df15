// Generates SDKs in languages whose generators aren't in Pulumi's latest module: Java has its own module, and C# has
// moved to one that the Go module proxy doesn't have, so we use an older one.
//
//	go run . ../../../../schema.json <folder>     writes <folder>/java and <folder>/csharp
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	javagen "github.com/pulumi/pulumi-java/pkg/codegen/java"
	csharpgen "github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, folder string) error {
	bound, err := bind(path)
	if err != nil {
		return err
	}
	java, err := javagen.GeneratePackage("pulumi-statushub", bound, nil, nil, false, false)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "java"), java); err != nil {
		return err
	}
	// Bound again, because a generator changes the package for its language. This one downloads the package's icon,
	// which doesn't exist.
	if bound, err = bind(path); err != nil {
		return err
	}
	icon := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer icon.Close()
	bound.LogoURL = icon.URL
	csharp, err := csharpgen.GeneratePackage("pulumi-statushub", bound, nil, nil)
	if err != nil {
		return err
	}
	return write(filepath.Join(folder, "csharp"), csharp)
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
	return schema.ImportSpec(spec, nil, schema.ValidationOptions{})
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

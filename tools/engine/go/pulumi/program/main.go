// Writes the same program as `pulumi import` for the resources of a stack, using the code of Pulumi's language hosts.
//
//	pulumi stack export --show-secrets | go run ./program ../../../../schema.json nodejs
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	nodejsgen "github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	pygen "github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/importer"
	pkgresource "github.com/pulumi/pulumi/pkg/v3/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

var generators = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"nodejs": nodejsgen.GenerateProgram,
	"python": pygen.GenerateProgram,
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(schemaPath, language string) error {
	bound, err := bind(schemaPath)
	if err != nil {
		return err
	}
	states, err := read(os.Stdin)
	if err != nil {
		return err
	}
	generate := func(w io.Writer, program *pcl.Program) error {
		files, diagnostics, err := generators[language](program)
		if err != nil {
			return err
		}
		if diagnostics.HasErrors() {
			return diagnostics
		}
		for _, text := range files {
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return nil
	}
	var imported []*pkgresource.State
	for _, state := range states {
		if state.Type.Package() == tokens.Package(bound.Name) {
			imported = append(imported, state)
		}
	}
	return importer.GenerateLanguageDefinitions(os.Stdout, loader{bound}, generate, imported, states, importer.NameTable{})
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
	return schema.ImportSpec(spec, nil, schema.NewNullLoader(), schema.ValidationOptions{})
}

type state struct {
	URN      resource.URN   `json:"urn"`
	Custom   bool           `json:"custom"`
	ID       resource.ID    `json:"id"`
	Type     tokens.Type    `json:"type"`
	Inputs   map[string]any `json:"inputs"`
	Outputs  map[string]any `json:"outputs"`
	Provider string         `json:"provider"`
}

func read(from io.Reader) ([]*pkgresource.State, error) {
	var export struct {
		Deployment struct {
			Resources []state `json:"resources"`
		} `json:"deployment"`
	}
	if err := json.NewDecoder(from).Decode(&export); err != nil {
		return nil, err
	}
	var states []*pkgresource.State
	for _, one := range export.Deployment.Resources {
		states = append(states, &pkgresource.State{
			URN: one.URN, Custom: one.Custom, ID: one.ID, Type: one.Type, Provider: one.Provider,
			Inputs: properties(one.Inputs), Outputs: properties(one.Outputs),
		})
	}
	return states, nil
}

func properties(values map[string]any) resource.PropertyMap {
	return resource.NewPropertyMapFromMapRepl(values, nil, func(value any) (resource.PropertyValue, bool) {
		secret, isMap := value.(map[string]any)
		text, isSecret := secret["plaintext"].(string)
		if !isMap || !isSecret {
			return resource.PropertyValue{}, false
		}
		var plain any
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&plain); err != nil {
			return resource.PropertyValue{}, false
		}
		return resource.MakeSecret(resource.NewPropertyValue(plain)), true
	})
}

// Loads our package, the only one needed.
type loader struct{ bound *schema.Package }

func (l loader) LoadPackage(string, *semver.Version) (*schema.Package, error) { return l.bound, nil }

func (l loader) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return l.bound, nil
}

func (l loader) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return l.bound.Reference(), nil
}

func (l loader) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return l.bound.Reference(), nil
}

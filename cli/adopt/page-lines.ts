import { asYaml } from "../program/page-file.ts";
import { asJson } from "../terminal/output.ts";

interface PageReference {
  /** Name of the page in the program. */
  readonly name: string;
  readonly file: string;
}

/** Returns the lines that declare a page from a file, in the language of a project. */
export function pageLines(runtime: string, { name, file }: PageReference): string {
  const [quotedName, quotedFile] = [asJson(name), asJson(file)];
  switch (runtime) {
    case "python":
      return `import pulumi_statushub as statushub

statushub.StatusPage(${quotedName}, file=${quotedFile})`;
    case "go":
      return `import "pulumi-statushub/sdk/go/statushub"

_, err := statushub.NewStatusPage(ctx, ${quotedName}, &statushub.StatusPageArgs{File: pulumi.String(${quotedFile})})
if err != nil {
	return err
}`;
    case "nodejs":
      return `import * as statushub from "pulumi-statushub";

statushub.StatusPage.fromFile(${quotedName}, ${quotedFile});`;
    // YAML also shows programmers of other languages which resource and which property they need.
    default:
      return asYaml({ resources: { [name]: { type: "statushub:StatusPage", properties: { file } } } }).trimEnd();
  }
}

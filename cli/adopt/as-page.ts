import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { keyOnPage } from "../../model/page/records.ts";
import { isOfKind, nameIn } from "../../provider/resource-type.ts";
import { managedOutside } from "../errors/adopt.ts";
import type { HubContent } from "../hub/content.ts";
import { select } from "../hub/select.ts";
import { createNaming, createSecretKeys, recordKey } from "../program/names.ts";
import { asYaml, renderPageFile } from "../program/page-file.ts";
import { planResources, type Resource } from "../program/resource.ts";
import type { StackRecord } from "../project/record.ts";
import { isHub } from "../records.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, plural } from "../terminal/output.ts";
import { listOf } from "./checks.ts";
import { planFiles, planProjectFile } from "./files.ts";
import { type AdoptionPlan, type PlanInput, secretsToSet } from "./plan.ts";

interface PagePlanInput extends Omit<PlanInput, "state"> {
  /** Records of the account that the stack manages. */
  readonly managed: readonly StackRecord[];
  readonly force?: true | undefined;
}

/** Plans the adoption of a hub as a page file, which your program has to declare. It only reads files. */
export function planPageAdoption(input: PagePlanInput): AdoptionPlan {
  const { stack, settings, force } = input;
  // There is always one.
  const page = input.contents[0] as HubContent;
  const { urn, known } = knownOn(page, input);
  const name = urn === undefined ? page.subdomain : nameIn(urn);
  const keys = new Map(
    known.flatMap(({ kind, ids, name: own }) =>
      ids.map((id) => [recordKey(kind, id), isHub(kind) ? own : keyOnPage(name, own)] as const),
    ),
  );
  const naming = createNaming({ known: keys });
  const live = planResources([page], { naming, keys: createSecretKeys(settings) });
  const isKnown = ({ kind, id }: Resource) => keys.has(recordKey(kind, id));
  const selected = new Set(select(live.resources, input));
  const resources = live.resources.filter((resource) => isKnown(resource) || selected.has(resource));
  const folder = stack.project.program;
  const isTaken = describesOther(join(folder, "page.yaml"), page.subdomain);
  const file = isTaken ? `page-${page.subdomain}.yaml` : "page.yaml";
  const path = join(folder, file);
  const planned = planFiles(new Map([[path, renderPageFile(page.subdomain, resources)]]));
  // An edited file stays, because people rename its groups.
  const files = planned.filter(({ copy }) => copy === undefined || force);
  return {
    stack,
    path,
    page: {
      urn,
      subdomain: page.subdomain,
      lines: pageLines(stack.project.runtime, { name, file }),
      isFileKept: files.length < planned.length,
    },
    known: known.map((record) => ({ ...record, mayChange: true })),
    missing: resources.filter((resource) => !isKnown(resource)),
    resources,
    leftOut: live.leftOut,
    warnings: live.warnings,
    files,
    projectFile: planProjectFile(stack.project.file),
    secrets: secretsToSet(resources, settings),
    lost: [],
  };
}

/** Whether the file describes the page of another hub. One that doesn't name its hub may be for this one. */
function describesOther(path: string, subdomain: string): boolean {
  const named = existsSync(path) ? parseDocument(readFileSync(path, "utf8")).getIn(["hub", "subdomain"]) : undefined;
  return (typeof named === "string" || typeof named === "number") && String(named) !== subdomain;
}

/**
 * Finds the records of the hub's page that the stack has.
 *
 * @throws CommandError if the stack has records of the hub outside of that page, which would become resources twice
 */
function knownOn({ hub, records, leftOut }: HubContent, { stack, managed }: PagePlanInput) {
  const live = new Set([
    ...records.map(({ kind, record }) => recordKey(kind, String(record.id))),
    ...leftOut.map(({ kind, id }) => recordKey(kind, id)),
  ]);
  const onHub = managed.filter(({ kind, ids }) => ids.some((id) => live.has(recordKey(kind, id))));
  const urn = onHub.map(({ parent }) => parent).find((parent) => isOfKind(parent, "StatusPage"));
  const outside = onHub.filter(({ parent }) => parent !== urn);
  if (outside.length === 0) return { urn, known: managed.filter(({ parent }) => parent === urn) };
  throw new CommandError(
    managedOutside({
      stack: stack.name,
      count: plural(outside.length, "record"),
      resources: listOf(outside, 3),
      hub: String(hub.subdomain),
    }),
  );
}

/** Returns the lines that declare a page from a file, in the language of a project. */
export function pageLines(runtime: string, { name, file }: { readonly name: string; readonly file: string }): string {
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

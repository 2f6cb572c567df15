import type { Definition } from "../../model/kinds/kind.ts";
import { openAccount } from "../../provider/client/account.ts";
import type { Connection } from "../../provider/config.ts";
import { isRecordId } from "../../provider/lifecycle/import.ts";
import { hubCalled } from "../../provider/lifecycle/record/hub.ts";
import { advise } from "../advice.ts";
import { findStackConnection } from "../connection.ts";
import { alreadyAdopted, notAdoptable, undeclaredYet } from "../errors/adopt.ts";
import { readHub, readRecord } from "../hub/content.ts";
import { parseKind } from "../hub/select.ts";
import { isHub, isReferable } from "../kinds.ts";
import type { ConnectionOptions } from "../options.ts";
import { dialectOf } from "../program/dialect.ts";
import { renderStatement } from "../program/modules.ts";
import { createNaming, hubVariable, recordKey, slug, variable } from "../program/names.ts";
import { type LiveResource, planResources, type Resource } from "../program/resource.ts";
import { createSecretKeys } from "../program/secret-keys.ts";
import { Code } from "../program/source.ts";
import { findEntry } from "../project/entry.ts";
import { requirePackage } from "../project/packages.ts";
import { requirePulumi } from "../project/pulumi.ts";
import { findStack, type Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/paint.ts";
import { allOrNothing } from "./all-or-nothing.ts";
import { importRecords } from "./import-records.ts";
import { secretsToSet } from "./plan.ts";
import { readSettings, removeSecrets, setSecrets } from "./settings.ts";
import { type DeclarableRecord, inAccount, isNameTaken, type KnownState, readState } from "./state.ts";

export interface AdoptRecordOptions extends ConnectionOptions {
  readonly as?: string;
  readonly protect?: true;
  readonly dryRun?: true;
}

/** Adopts one record into an existing program, and prints the lines to paste. */
export async function adoptRecord(kindName: string, address: string, options: AdoptRecordOptions): Promise<void> {
  const definition = parseKind(kindName);
  const { kind } = definition;
  const { subdomain, id } = parseAddress(definition, address);
  const stack = await findStack(options.cwd, options.stack);
  const entry = findEntry(stack.project);
  await requirePulumi();
  const state = await readState(stack);
  const settings = await readSettings(stack);
  const connection = await findStackConnection(options, stack);
  const resource = await readResource(definition, { subdomain, id }, { ...options, connection, settings });
  await rejectManaged(resource, state, { stack, connection });
  const { name } = resource;
  if (isNameTaken(state, { kind, name })) throw new CommandError(alreadyAdopted.name({ kind, name }));
  if (!options.dryRun) {
    await requirePackage(stack.cwd);
    const hubs = new Set(state.records.some((known) => isHubOf(known, resource)) ? [subdomain] : []);
    const missing = secretsToSet([resource], settings);
    await allOrNothing(stack, state, {
      async prepare(undo) {
        undo.add("the secrets of the stack", () => removeSecrets(stack, missing));
        await setSecrets(stack, missing);
      },
      run: () => importRecords(stack, [resource], { hubs }),
    });
    note(`${undeclaredYet()}\n`);
  }
  // The lines go into the source, not into the file that a build creates.
  const dialect = dialectOf({ ...entry, path: entry.source ?? entry.path });
  const declaration = isReferable(kind) ? "const" : undefined;
  const declared = { ...resource, options: options.protect && { protect: true } };
  const statement = renderStatement(declared, { references: referencesTo(state.records), declaration, dialect });
  process.stdout.write(`${statement}\n`);
}

interface RecordAddress {
  readonly subdomain: string;
  readonly id: string;
}

/** Parses `acme/1234`, or `acme` for a hub. */
function parseAddress(definition: Definition, address: string): RecordAddress {
  const { kind } = definition;
  const [, subdomain = "", id = ""] = /^([^/]+)(?:\/([^/]+))?$/.exec(address) ?? [];
  if (subdomain !== "" && (isHub(kind) ? id === "" : isRecordId(definition, id))) return { subdomain, id };
  const given = { address: JSON.stringify(address), kind };
  throw new CommandError(isHub(kind) ? notAdoptable.hubAddress(given) : notAdoptable.address(given));
}

interface ReadOptions extends AdoptRecordOptions {
  readonly connection: Connection;
  readonly settings: ReadonlyMap<string, string>;
}

async function readResource(
  definition: Definition,
  { subdomain, id }: RecordAddress,
  options: ReadOptions,
): Promise<LiveResource> {
  const { kind } = definition;
  const account = openAccount(options.connection);
  const hub = await readHub(account, subdomain);
  const record = isHub(kind) ? hub : await readRecord(account, definition, { subdomain, id });
  if (record === undefined) {
    const command = advise("npx pulumi-statushub", ["export", subdomain, "--json"], options);
    throw new CommandError(notAdoptable.missing({ hub: subdomain, kind, id, command }));
  }
  const known = new Map(options.as === undefined ? [] : [[recordKey(kind, String(record.id)), options.as]]);
  const plan = planResources([{ subdomain, hub, records: [{ kind, record }], leftOut: [] }], {
    naming: createNaming({ known }),
    keys: createSecretKeys(options.settings),
  });
  const [resource] = plan.resources;
  if (resource !== undefined)
    return { ...resource, variable: isHub(kind) ? hubVariable : variable(slug(resource.name), kind) };
  const reason = plan.leftOut[0]?.reason ?? "";
  throw new CommandError(notAdoptable.undeclarable({ record: `${kind} ${id}`, hub: subdomain, reason }));
}

/** @throws CommandError if the stack manages the record already, in whatever form */
async function rejectManaged(
  { kind, id }: Resource,
  { managed }: KnownState,
  { stack, connection }: { readonly stack: Stack; readonly connection: Connection },
): Promise<void> {
  const same = managed.filter((each) => each.kind === kind && each.ids.includes(id));
  const [own] = await inAccount(connection, stack, same);
  if (own !== undefined) throw new CommandError(alreadyAdopted.same({ record: `${kind} ${id}`, name: own.name }));
}

const isHubOf = ({ kind, id }: DeclarableRecord, { hub }: Resource) => isHub(kind) && id === hub.id;

/** Guesses the variables of the program from the names of the resources in the state. */
const referencesTo = (state: readonly DeclarableRecord[]) => ({
  hub(resource: Resource): unknown {
    return state.some((known) => isHubOf(known, resource)) ? new Code(hubVariable) : hubCalled(resource.hub.subdomain);
  },
  record(_: Resource, kind: string, id: unknown): unknown {
    const known = state.find((record) => record.kind === kind && record.id === String(id));
    return known === undefined ? id : new Code(variable(slug(known.name), kind));
  },
});

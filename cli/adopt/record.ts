import { alreadyAdopted, notAdoptable, undeclaredYet } from "../../errors/command.ts";
import { definitions } from "../../kinds/index.ts";
import { openAccount } from "../../provider/client/account.ts";
import { type ConnectionOptions, findConnection } from "../connection.ts";
import { requirePackage } from "../doctor/machine.ts";
import { readHub, readRecord } from "../hub/page.ts";
import { isHub, isReferable } from "../kinds.ts";
import { dialectOf } from "../program/dialect.ts";
import { renderStatement } from "../program/modules.ts";
import { slug, variable } from "../program/names.ts";
import { createNaming, hubVariable, recordKey } from "../program/naming.ts";
import { type LiveResource, planResources, type Resource } from "../program/resource.ts";
import { createSecretKeys } from "../program/secret-keys.ts";
import { toKind } from "../program/select.ts";
import { Code } from "../program/source.ts";
import { findEntry } from "../project/entry.ts";
import { findStack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { warn } from "../terminal/paint.ts";
import { importRecords } from "./import-records.ts";
import { readSettings, setSecrets } from "./settings.ts";
import { type KnownRecord, readState } from "./state.ts";

export interface AdoptRecordOptions extends ConnectionOptions {
  readonly as?: string;
  readonly protect?: true;
  readonly dryRun?: true;
}

/** Adopts one record into an existing program, and prints the lines to paste. */
export async function adoptRecord(kindName: string, address: string, options: AdoptRecordOptions): Promise<void> {
  const { kind, subdomain, id } = parse(kindName, address);
  const stack = await findStack(options.cwd, options.stack);
  const entry = findEntry(stack.project);
  const { records: state, lookUps } = await readState(stack);
  const settings = await readSettings(stack);
  const resource = await readResource({ kind, subdomain, id }, { ...options, settings });
  refuseWhatIsThere(resource, state, lookUps);
  if (!options.dryRun) {
    await requirePackage(stack.cwd);
    const hubs = new Set(state.some((known) => isHubOf(known, resource)) ? [subdomain] : []);
    await setSecrets(
      stack,
      resource.secrets.filter(({ key }) => !settings.has(key)),
    );
    // The program doesn't declare it yet, so without protection a `pulumi up` in a pipeline would delete the record.
    await importRecords(stack, [resource], { protect: true, hubs });
    warn(`${undeclaredYet()}\n`);
  }
  // The lines go into the source, not into the compiled file.
  const dialect = dialectOf(entry.isCompiled ? { ...entry, path: "index.ts" } : entry);
  const declaration = isReferable(kind) ? "const" : undefined;
  const statement = { references: referencesTo(state), declaration, dialect } as const;
  process.stdout.write(`${renderStatement({ ...resource, options: optionsOf(options) }, statement)}\n`);
}

const optionsOf = ({ protect }: AdoptRecordOptions) => (protect ? { protect } : undefined);

interface RecordAddress {
  readonly kind: string;
  readonly subdomain: string;
  readonly id: string;
}

/** Parses `service acme/1234` or `hub acme`. */
function parse(kindName: string, address: string): RecordAddress {
  const kind = toKind(kindName);
  const [, subdomain = "", id = ""] = /^([^/]+)(?:\/(\d+))?$/.exec(address) ?? [];
  if (subdomain !== "" && isHub(kind) === (id === "")) return { kind, subdomain, id };
  const given = { address: JSON.stringify(address), kind };
  throw new CommandError(isHub(kind) ? notAdoptable.hubAddress(given) : notAdoptable.address(given));
}

interface ReadOptions extends AdoptRecordOptions {
  readonly settings: ReadonlyMap<string, string>;
}

async function readResource({ kind, subdomain, id }: RecordAddress, options: ReadOptions): Promise<LiveResource> {
  const account = openAccount(await findConnection(options));
  const definition = definitions[kind];
  // Can't happen, because `toKind` has found it.
  if (definition === undefined) throw new TypeError(`There is no kind ${kind}.`);
  const hub = await readHub(account, subdomain);
  const record = isHub(kind) ? hub : await readRecord(account, definition, { subdomain, id });
  if (record === undefined) {
    throw new CommandError(notAdoptable.missing({ hub: subdomain, kind, id }));
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

interface Taken {
  readonly kind: string;
  readonly name: string;
}

function refuseWhatIsThere(
  { kind, id, name }: Resource,
  state: readonly KnownRecord[],
  lookUps: readonly Taken[],
): void {
  const same = state.find((known) => known.kind === kind && known.id === id);
  if (same !== undefined) throw new CommandError(alreadyAdopted.same({ record: `${kind} ${id}`, name: same.name }));
  if (![...state, ...lookUps].some((known) => known.kind === kind && known.name === name)) return;
  throw new CommandError(alreadyAdopted.name({ kind, name }));
}

const isHubOf = ({ kind, id }: KnownRecord, { hub }: Resource) => isHub(kind) && id === hub.id;

/** Guesses the variables of the program from the names of the resources in the state. */
const referencesTo = (state: readonly KnownRecord[]) => ({
  hub(resource: Resource): unknown {
    return state.some((known) => isHubOf(known, resource)) ? new Code(hubVariable) : resource.hub.subdomain;
  },
  record(_: Resource, kind: string, id: unknown): unknown {
    const known = state.find((record) => record.kind === kind && record.id === String(id));
    return known === undefined ? id : new Code(variable(slug(known.name), kind));
  },
});

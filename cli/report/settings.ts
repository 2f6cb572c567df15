import { isDefaultProvider, kindIn, nameIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { advise } from "../advice.ts";
import { type StackSettings, settingKeys } from "../connection.ts";
import { movedSettings } from "../errors/command.ts";
import {
  createdIn,
  isChange,
  PreviewError,
  type PreviewStep,
  runPreview,
  updatedIn,
} from "../project/pulumi-preview.ts";
import { providerOf, type StackRecord, stackRecords, statesBeforeRefresh } from "../project/record.ts";
import type { ExportedResource, Stack } from "../project/stack.ts";
import { providerSettings } from "../provider-accounts.ts";
import { CommandError } from "../terminal/failure.ts";

/*
 * Pulumi refreshes with the settings that the state has of a provider: those of the last update. A report is about the settings
 * that program and stack have now, so if a key, an account or a region has moved since, the program runs before the refresh.
 */

/** Finds the providers of a stack's records and lookups whose settings aren't those in the state, and returns their URNs. */
export async function findMoved(
  stack: Stack,
  state: readonly ExportedResource[],
  stackSettings: StackSettings,
): Promise<ReadonlySet<string>> {
  const recordsAndLookups = state.filter(({ urn }) => kindIn(typeIn(urn)) !== undefined);
  const used = new Set(recordsAndLookups.map(providerOf));
  const providers = state.filter(({ urn }) => used.has(urn));
  // A default provider has the settings of the stack configuration.
  const defaults = providers.filter(({ urn }) => isDefaultProvider(urn));
  const moved = new Set(defaults.filter((each) => hasOtherSettings(each, stackSettings)).map(({ urn }) => urn));
  // An explicit one has those that the program passes, so the program has to run.
  const explicit = providers.filter(({ urn }) => !isDefaultProvider(urn));
  if (explicit.length === 0) return moved;
  const updated = await findUpdated(stack);
  for (const { urn } of explicit) if (updated.has(urn)) moved.add(urn);
  return moved;
}

/** Whether a provider has other settings in the state than in the stack configuration. An empty setting counts as missing. */
function hasOtherSettings({ urn, inputs = {} }: ExportedResource, { settings, reason }: StackSettings): boolean {
  const isUnreadable = reason !== undefined;
  // The account isn't known then, which another error says.
  if (isUnreadable) return false;
  const inState = providerSettings(nameIn(urn), inputs);
  return settingKeys.some((key) => (inState(key) ?? "") !== (settings.get(key) ?? ""));
}

/**
 * Finds the resources to which the program passes other arguments than the last time, by the URNs that they have in the program. Pulumi masks
 * API keys, so only a preview tells whether one is another.
 *
 * A provider that an alias renames has another URN in the state, so it doesn't count as moved. That is good: with `--run-program`,
 * Pulumi 3.276 would crash.
 */
async function findUpdated(stack: Stack): Promise<Set<string>> {
  try {
    return updatedIn(await runPreview(stack, { refresh: false, kept: true }));
  } catch (error) {
    // The preview that the report is about fails, too, and says more.
    if (error instanceof PreviewError) return new Set();
    throw error;
  }
}

/** The steps of a preview, and the state before it. */
interface Planned {
  readonly steps: readonly PreviewStep[];
  readonly resources: readonly ExportedResource[];
}

/**
 * Refuses a preview with `--run-program` that hasn't read all records of the providers whose settings have moved. Pulumi doesn't read
 * two kinds of records:
 *
 * - those that the program doesn't declare under the name that the state has. They have no step with what the state had
 * - those of a provider whose settings only the update will know. Pulumi takes them for deleted, so it plans to create them
 *
 * @throws CommandError that names the records of the first kind; if there are none, of the second
 */
export function rejectUnread(
  { name: stack, cwd }: Stack,
  { steps, resources }: Planned,
  moved: ReadonlySet<string>,
): void {
  const command = advise("pulumi", ["up", "--refresh", "--run-program"], { stack, cwd });
  const current = resources.filter(({ delete: isPending, pendingReplacement }) => !isPending && !pendingReplacement);
  const ofMoved = stackRecords(current).filter(({ provider }) => moved.has(provider));

  const read = statesBeforeRefresh(steps);
  const unread = ofMoved.filter(({ urn }) => !read.has(urn));
  if (unread.length > 0) throw new CommandError(movedSettings.unread({ records: namesOf(unread), command }));

  const unsettled = findUnsettled(steps);
  const created = createdIn(steps);
  const takenForDeleted = ofMoved.filter(({ urn, provider }) => unsettled.has(provider) && created.has(urn));
  if (takenForDeleted.length > 0)
    throw new CommandError(movedSettings.unknown({ records: namesOf(takenForDeleted), command }));
}

const namesOf = (records: readonly StackRecord[]): string =>
  records.map(({ kind, name }) => `${kind} "${name}"`).join(", ");

/** Finds the resources, providers among them, whose inputs depend on what the update changes: only the update will know these. */
function findUnsettled(steps: readonly PreviewStep[]): Set<string> {
  const changing = new Set(steps.filter(isChange).map(({ urn }) => urn));
  const unsettled = new Set<string>();
  for (const { urn, newState } of steps) {
    const sources = Object.values(newState?.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
    if (sources.some((source) => changing.has(source))) unsettled.add(urn);
  }
  return unsettled;
}

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
  const used = new Set(state.filter(({ urn }) => kindIn(typeIn(urn)) !== undefined).map(providerOf));
  const providers = state.filter(({ urn }) => used.has(urn));
  const isAnyExplicit = providers.some(({ urn }) => !isDefaultProvider(urn));
  const updated = isAnyExplicit ? await findUpdated(stack) : new Set<string>();
  const hasMoved = (provider: ExportedResource) =>
    isDefaultProvider(provider.urn) ? isOther(provider, stackSettings) : updated.has(provider.urn);
  return new Set(providers.filter(hasMoved).map(({ urn }) => urn));
}

/** Whether a default provider has other settings in the state than in the stack configuration. */
function isOther({ urn, inputs = {} }: ExportedResource, { settings, reason }: StackSettings): boolean {
  // The account isn't known then, which another error says.
  if (reason !== undefined) return false;
  const before = providerSettings(nameIn(urn), inputs);
  // An empty setting counts as missing.
  return settingKeys.some((key) => (before(key) || undefined) !== (settings.get(key) || undefined));
}

/** Finds what the program passes other arguments than the last time. Pulumi doesn't print which API key that is. */
async function findUpdated(stack: Stack): Promise<Set<string>> {
  try {
    const steps = await runPreview(stack, { refresh: false, kept: true });
    // With --run-program, Pulumi 3.276 crashes if an alias renames a provider. That one has another URN here, so it isn't found.
    return updatedIn(steps);
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
 * Refuses a preview with `--run-program`, in which Pulumi only reads what the program declares, under the name that it has there,
 * and nothing of a provider whose settings only the update will know.
 *
 * @throws CommandError if it hasn't read a record of a provider whose settings have moved
 */
export function rejectUnread(
  { name: stack, cwd }: Stack,
  { steps, resources }: Planned,
  moved: ReadonlySet<string>,
): void {
  const read = statesBeforeRefresh(steps);
  const unsettled = findUnsettled(steps);
  const created = createdIn(steps);
  const current = resources.filter(({ delete: isPending, pendingReplacement }) => !isPending && !pendingReplacement);
  const ofMoved = stackRecords(current).filter(({ provider }) => moved.has(provider));
  const command = advise("pulumi", ["up", "--refresh", "--run-program"], { stack, cwd });
  const unread = ofMoved.filter(({ urn }) => !read.has(urn));
  if (unread.length > 0) throw new CommandError(movedSettings.unread({ records: namesOf(unread), command }));
  // Pulumi takes them for deleted.
  const unreadable = ofMoved.filter(({ urn, provider }) => unsettled.has(provider) && created.has(urn));
  if (unreadable.length > 0) throw new CommandError(movedSettings.unknown({ records: namesOf(unreadable), command }));
}

const namesOf = (records: readonly StackRecord[]): string =>
  records.map(({ kind, name }) => `${kind} "${name}"`).join(", ");

/** Finds the resources, providers among them, whose inputs depend on what the update changes. */
function findUnsettled(steps: readonly PreviewStep[]): Set<string> {
  const changing = new Set(steps.filter(isChange).map(({ urn }) => urn));
  const unsettled = steps.filter(({ newState }) => {
    const sources = Object.values(newState?.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
    return sources.some((urn) => changing.has(urn));
  });
  return new Set(unsettled.map(({ urn }) => urn));
}

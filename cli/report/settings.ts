import type { Declared } from "../../model/api/form.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { advise } from "../advice.ts";
import { providerSettings, type StackSettings, settingKeys } from "../connection.ts";
import { movedSettings } from "../errors/command.ts";
import { declaredProviders, type Step } from "../project/pulumi-preview.ts";
import { stackRecord, statesBeforeRefresh } from "../project/record.ts";
import type { ExportedResource, Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";

/*
 * Pulumi refreshes with the settings that the state has of a provider: those of the last update. A report is about the settings
 * that program and stack have now, so if a key, an account or a region has moved since, the program runs before the refresh.
 */

export interface CurrentSettings {
  readonly stackSettings: StackSettings;
  /** The state, with the arguments that the program passes now to its explicit providers. */
  readonly resources: readonly ExportedResource[];
  /** URNs of the providers whose settings aren't those in the state. */
  readonly moved: ReadonlySet<string>;
}

/** Finds the settings that the providers of a stack's records have now. */
export async function findSettings(
  stack: Stack,
  state: readonly ExportedResource[],
  stackSettings: StackSettings,
): Promise<CurrentSettings> {
  const used = new Set(state.map((resource) => stackRecord(resource)?.provider));
  const providers = state.filter(({ urn }) => used.has(urn));
  const isAnyExplicit = providers.some(({ urn }) => !isDefaultProvider(urn));
  const declared = isAnyExplicit ? await declaredProviders(stack) : new Map<string, Declared>();
  const settingsNow = ({ urn, inputs = {} }: ExportedResource) => {
    if (isDefaultProvider(urn)) return (key: string) => stackSettings.settings.get(key);
    // Pulumi deletes the records of a provider that left the program with the settings in the state.
    return providerSettings(nameIn(urn), declared.get(urn) ?? inputs);
  };
  const hasMoved = (provider: ExportedResource) => {
    // The account isn't known then, which another error says.
    if (isDefaultProvider(provider.urn) && stackSettings.reason !== undefined) return false;
    const before = providerSettings(nameIn(provider.urn), provider.inputs ?? {});
    const now = settingsNow(provider);
    // An empty setting counts as missing.
    return settingKeys.some((key) => (before(key) || undefined) !== (now(key) || undefined));
  };
  return {
    stackSettings,
    resources: state.map((each) => (declared.has(each.urn) ? { ...each, inputs: declared.get(each.urn) ?? {} } : each)),
    moved: new Set(providers.filter(hasMoved).map(({ urn }) => urn)),
  };
}

/**
 * Refuses a preview with `--run-program`, in which Pulumi only reads what the program declares, under the name that it has there.
 *
 * @throws CommandError if it hasn't read a record of a provider whose settings have moved
 */
export function rejectUnread(
  { name: stack, cwd }: Stack,
  steps: readonly Step[],
  { resources, moved }: CurrentSettings,
): void {
  const read = statesBeforeRefresh(steps);
  const current = resources.filter(({ delete: isPending, pendingReplacement }) => !isPending && !pendingReplacement);
  const unread = current.flatMap((resource) => {
    const record = stackRecord(resource);
    return record !== undefined && moved.has(record.provider) && !read.has(record.urn) ? [record] : [];
  });
  if (unread.length === 0) return;
  const records = unread.map(({ kind, name }) => `${kind} "${name}"`).join(", ");
  const command = advise("pulumi", ["up", "--refresh", "--run-program"], { stack, cwd });
  throw new CommandError(movedSettings({ records, command }));
}

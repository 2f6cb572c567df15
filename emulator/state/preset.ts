import { type ApiKey, roles } from "../api-key.ts";
import type { GroupRow, HubRow } from "./row.ts";
import type { Snapshot } from "./store.ts";

/** A hub of the account at the start. The API creates no hubs and no groups, so they are given beforehand. */
export interface PresetHub {
  readonly subdomain: string;
  readonly name: string;
  /** Names of its groups. Ids count from 1 over all hubs of the account, in the order given. */
  readonly groups?: readonly string[];
  /** Subdomain of its primary hub, which makes it a connected hub. */
  readonly parent?: string;
  /** Of a connected hub: ids of the groups of its primary hub that it shares, with all their services. */
  readonly sharedGroups?: readonly number[];
  readonly productUrl?: string;
  readonly customDomain?: string;
}

/** What an account holds at the start: hubs with their groups, and the keys that work. */
export interface Preset {
  readonly hubs: readonly PresetHub[];
  /** @default one key a role, `emulator-admin-key`, `emulator-manager-key` and so on */
  readonly keys?: readonly ApiKey[];
}

export const defaultKeys: readonly ApiKey[] = roles.map((role) => ({
  key: `emulator-${role}-key`,
  role,
  owner: `${role}@example.com`,
}));

/** Two primary hubs, `acme` with groups 1 to 8 and `globex` with 9 and 10, and a connected hub of `acme`. */
export const defaultPreset: Preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["Website", "API", "Payments", "Search", "Messaging", "Storage", "Regions", "Internal"],
    },
    { subdomain: "globex", name: "Globex", groups: ["Products", "Platform"] },
    { subdomain: "acme-partners", name: "Acme Partners", parent: "acme", sharedGroups: [1, 2] },
  ],
};

/** The state that a preset describes. Throws where it contradicts itself. */
export function presetSnapshot(preset: Preset, now: string): Snapshot {
  const hubs: HubRow[] = [];
  const groups: GroupRow[] = [];
  for (const hub of preset.hubs) {
    const row = hubRow(hub, { id: hubs.length + 1, parent: findParent(hub, hubs), now });
    if (hubs.some(({ subdomain }) => subdomain === row.subdomain))
      throw new Error(`The preset has two hubs with the subdomain "${row.subdomain}". Give each its own.`);
    hubs.push(row);
    for (const name of hub.groups ?? []) groups.push({ id: groups.length + 1, hub_id: row.id, name });
  }
  return { lastIds: {}, rows: { hubs, groups } };
}

function findParent(hub: PresetHub, hubs: readonly HubRow[]): HubRow | undefined {
  if (hub.parent === undefined) return undefined;
  const parent = hubs.find(({ subdomain, type }) => subdomain === hub.parent && type === "primary");
  if (!parent)
    throw new Error(
      `The preset's hub "${hub.subdomain}" names a parent "${hub.parent}" that is no primary hub before it.`,
    );
  return parent;
}

function hubRow(hub: PresetHub, { id, parent, now }: { id: number; parent: HubRow | undefined; now: string }): HubRow {
  return {
    id,
    name: hub.name,
    subdomain: hub.subdomain,
    type: parent ? "connected" : "primary",
    custom_domain: hub.customDomain ?? null,
    parent_id: parent?.id ?? null,
    product_url: hub.productUrl ?? null,
    position: id,
    shared_groups: hub.sharedGroups ?? [],
    shared_services: "all",
    created_at: now,
    updated_at: now,
  };
}

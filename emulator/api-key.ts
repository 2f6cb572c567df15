import type { Method } from "../model/api/operation.ts";
import type { HubRow } from "./tables/hub.ts";

/** Documented: roles are per hub and member; an API key may have a lower role than its owner, such as read-only. */
export const roles = ["admin", "manager", "editor", "read-only", "none"] as const;

export type Role = (typeof roles)[number];

export interface ApiKey {
  readonly key: string;
  readonly role: Role;
  /** Email address of the owner, which becomes the `author` of records created with this key. */
  readonly owner: string;
  /** Different roles on individual hubs, by the subdomain with which they were created. */
  readonly hubs?: Readonly<Record<string, Role>> | undefined;
}

/** Stands for the control panel. Isn't part of a preset, so that edits work even if no API key may write. */
export const panelKey: ApiKey = { key: "", role: "admin", owner: "control-panel@example.com" };

/** The parts of the API for which roles have different rights. */
export type Area = "events" | "services" | "everything else";

// Documented in outline: editors post events and edit templates, managers also edit services, admins edit everything.
const writable: Readonly<Record<Role, readonly Area[]>> = {
  admin: ["events", "services", "everything else"],
  manager: ["events", "services"],
  editor: ["events"],
  "read-only": [],
  none: [],
};

export const mayRequest = (role: Role, method: Method, area: Area): boolean =>
  role !== "none" && (method === "GET" || writable[role].includes(area));

export class KeyRing {
  readonly #keys: ReadonlyMap<string, ApiKey>;

  constructor(keys: readonly ApiKey[]) {
    this.#keys = new Map(keys.map((key) => [key.key, key]));
  }

  /** The first key with full access, or the first key if none has it. */
  get first(): string {
    const keys = [...this.#keys.values()];
    return (keys.find(({ role }) => role === "admin") ?? keys[0])?.key ?? "";
  }

  find(key: string): ApiKey | undefined {
    return this.#keys.get(key);
  }

  /** Returns the team of a hub. Inferred: the owners of the keys that may see it. */
  membersOf(hub: HubRow): readonly string[] {
    const keys = [...this.#keys.values()].filter((key) => this.roleOn(key, hub) !== "none");
    return [...new Set(keys.map(({ owner }) => owner))];
  }

  /** Uses the subdomain with which the hub was created, so that a rename doesn't change roles. */
  roleOn({ role, hubs = {} }: ApiKey, { first_subdomain }: HubRow): Role {
    return (Object.hasOwn(hubs, first_subdomain) ? hubs[first_subdomain] : undefined) ?? role;
  }
}

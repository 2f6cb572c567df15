import type { ApiKey, Role } from "./api-key.ts";
import { defaultKeys } from "./preset/default.ts";
import type { Preset } from "./preset/schema.ts";
import type { HubRow } from "./state/row.ts";

/** The API keys that work, and what each may do on which hub. */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, ApiKey>;

  constructor(preset: Preset) {
    this.#keys = new Map((preset.keys ?? defaultKeys).map((key) => [key.key, key]));
  }

  /** The first key that may do everything; the first of all where none may. */
  get first(): string {
    const keys = [...this.#keys.values()];
    return (keys.find(({ role }) => role === "admin") ?? keys[0])?.key ?? "";
  }

  find(key: string): ApiKey | undefined {
    return this.#keys.get(key);
  }

  /** The team of a hub. Inferred: the owners of the keys that may see it. */
  membersOf(hub: HubRow): readonly string[] {
    const keys = [...this.#keys.values()].filter((key) => this.roleOn(key, hub) !== "none");
    return [...new Set(keys.map(({ owner }) => owner))];
  }

  /** By the subdomain with which the hub was created, so that no rename gives or takes a right. */
  roleOn({ role, hubs = {} }: ApiKey, { first_subdomain }: HubRow): Role {
    return (Object.hasOwn(hubs, first_subdomain) ? hubs[first_subdomain] : undefined) ?? role;
  }
}

import { type ApiKey, roles } from "../api-key.ts";
import type { Preset } from "./schema.ts";

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
    { subdomain: "acme-partners", name: "Acme Partners", parent: "acme", shared_groups: [1, 2] },
  ],
};

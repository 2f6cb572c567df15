import { type KindSamples, plain } from "./sample.ts";
import { templateSamples } from "./template.ts";

export const maintenanceTemplate: KindSamples = {
  table: "maintenance_templates",
  minimal: ["body"],
  properties: {
    ...templateSamples,
    duration: {
      wire: "duration",
      values: [plain(90), plain(1), plain(5999), plain(null)],
      refused: [0, 6000, -1, 1.5, "90", [90]],
    },
    silent: { wire: "silent", values: [plain(true), plain(false), plain(null)], refused: ["true", 1, "", {}] },
  },
};

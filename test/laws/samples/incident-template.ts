import { type KindSamples, plain } from "./sample.ts";
import { templateSamples } from "./template.ts";

export const incidentTemplate: KindSamples = {
  table: "incident_templates",
  minimal: ["body"],
  properties: {
    ...templateSamples,
    incidentType: {
      wire: "incident_type",
      values: [plain("investigating"), plain("resolved"), plain(null)],
      refused: ["open", "Resolved", "", 7, ["resolved"]],
    },
    // null and false look alike in answers, so a change by hand between those two cannot be seen.
    silentUpdate: { wire: "silent_update", values: [plain(true), plain(false)], refused: ["true", 1, "", {}] },
  },
  answer: ({ silent_update, ...rest }) => ({ ...rest, flags: { deleted: false, silent: silent_update === true } }),
};

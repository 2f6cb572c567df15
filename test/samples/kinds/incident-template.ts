import { type KindSamples, plain } from "../sample.ts";
import { templateSamples } from "../template.ts";

export const samples: KindSamples = {
  table: "incident_templates",
  minimal: ["body"],
  clauses: {
    create: "[ITP-01] [ITP-13]",
    read: "[ITP-15]",
    update: "[ITP-16] [ITP-17]",
    deleted: "[ITP-10] [ITP-18]",
    list: "[ITP-14]",
  },
  properties: {
    ...templateSamples({ title: "[ITP-02]", body: "[ITP-03]", labels: "[ITP-06]", serviceStatuses: "[ITP-07]" }),
    incidentType: {
      key: "incident_type",
      clauses: "[ITP-05]",
      cleared: null,
      values: [plain("investigating"), plain("resolved"), plain("identified"), plain("monitoring"), plain(null)],
      rejected: ["open", "Resolved", "", 7, ["resolved"]],
    },
    // null and false look alike in responses, so a manual change between those two can't be seen.
    silentUpdate: {
      key: "silent_update",
      clauses: "[ITP-08]",
      cleared: null,
      values: [plain(true), plain(false)],
      rejected: ["true", 1, "", {}],
    },
  },
  response: ({ silent_update, ...rest }) => ({ ...rest, flags: { deleted: false, silent: silent_update === true } }),
};

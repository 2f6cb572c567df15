import { type KindSamples, plain } from "../sample.ts";
import { templateSamples } from "../template.ts";

export const samples: KindSamples = {
  table: "maintenance_templates",
  minimal: ["body"],
  clauses: { create: "[MTP-01] [MTP-15]", read: "[MTP-23]", deleted: "[MTP-12] [MTP-18] [MTP-24]", list: "[MTP-16]" },
  properties: {
    ...templateSamples({ title: "[MTP-02]", body: "[MTP-03]", labels: "[MTP-07]", serviceStatuses: "[MTP-08]" }),
    duration: {
      key: "duration",
      clauses: "[MTP-05] [MTP-06]",
      cleared: null,
      values: [plain(90), plain(1), plain(5999), plain(null)],
      rejected: [0, 6000, -1, 1.5, "90", [90]],
    },
    silent: {
      key: "silent",
      clauses: "[MTP-09]",
      cleared: null,
      values: [plain(true), plain(false), plain(null)],
      rejected: ["true", 1, "", {}],
    },
  },
};

import { type KindSamples, nullableText, plain } from "../sample.ts";

export const samples: KindSamples = {
  table: "services",
  minimal: ["groupId", "name"],
  clauses: { create: "[SVC-13] [SVC-14] [SVC-15]", read: "[SVC-16]", update: "[SVC-17]", deleted: "[SVC-12]" },
  properties: {
    groupId: {
      key: "group_id",
      clauses: "[SVC-07]",
      is: ["required"],
      values: [plain(1), plain(2), plain(8)],
      rejected: ["x", "1", 0, -1, 1.5, null, [1]],
    },
    name: {
      key: "name",
      clauses: "[SVC-02]",
      is: ["required"],
      values: [plain("API"), plain("Application programming interface"), plain("Ünïcode ☂ & <b>")],
      rejected: ["", " ", 7, null, {}],
    },
    publicName: nullableText("public_name", "[SVC-03] [SVC-18]", ["Public API", "The API", null, ""]),
    description: nullableText("description", "[SVC-05] [SVC-18]", [
      "Everything\nthat others build on",
      "REST & GraphQL",
      null,
      "",
    ]),
    customId: nullableText("custom_id", "[SVC-08] [SVC-18]", ["api", "api-2", null]),
  },
};

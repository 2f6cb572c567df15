import { type KindSamples, plain } from "./sample.ts";

export const service: KindSamples = {
  table: "services",
  minimal: ["groupId", "name"],
  clauses: {
    create: "[SVC-13] [SVC-14] [SVC-15]",
    read: "[SVC-16]",
    update: "[SVC-17]",
    deleted: "[SVC-12]",
  },
  properties: {
    groupId: {
      wire: "group_id",
      clauses: "[SVC-07]",
      is: ["required"],
      values: [plain(1), plain(2), plain(8)],
      refused: ["x", "1", 0, -1, 1.5, null, [1]],
    },
    name: {
      wire: "name",
      clauses: "[SVC-02]",
      is: ["required"],
      values: [plain("API"), plain("Application programming interface"), plain("Ünïcode ☂ & <b>")],
      refused: ["", " ", 7, null, {}],
    },
    publicName: {
      wire: "public_name",
      clauses: "[SVC-03] [SVC-18]",
      cleared: null,
      values: [plain("Public API"), plain("The API"), plain(null), plain("")],
      refused: [7, false, []],
    },
    description: {
      wire: "description",
      clauses: "[SVC-05] [SVC-18]",
      cleared: null,
      values: [plain("Everything\nthat others build on"), plain("REST & GraphQL"), plain(null), plain("")],
      refused: [7, false, {}],
    },
    customId: {
      wire: "custom_id",
      clauses: "[SVC-08] [SVC-18]",
      cleared: null,
      values: [plain("api"), plain("api-2"), plain(null)],
      refused: [7, true, ["api"]],
    },
  },
};

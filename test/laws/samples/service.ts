import { type KindSamples, plain } from "./sample.ts";

export const service: KindSamples = {
  table: "services",
  minimal: ["groupId", "name"],
  properties: {
    groupId: { wire: "group_id", values: [plain(1), plain(2), plain(8)], refused: ["x", "1", 0, -1, 1.5, null, [1]] },
    name: {
      wire: "name",
      values: [plain("API"), plain("Application programming interface"), plain("Ünïcode ☂ & <b>")],
      refused: ["", " ", 7, null, {}],
    },
    publicName: {
      wire: "public_name",
      values: [plain("Public API"), plain("The API"), plain(null), plain("")],
      refused: [7, false, []],
    },
    description: {
      wire: "description",
      values: [plain("Everything\nthat others build on"), plain("REST & GraphQL"), plain(null), plain("")],
      refused: [7, false, {}],
    },
    customId: { wire: "custom_id", values: [plain("api"), plain("api-2"), plain(null)], refused: [7, true, ["api"]] },
  },
};

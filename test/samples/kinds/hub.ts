import { type KindSamples, nullableText, plain } from "../sample.ts";

export const samples: KindSamples = {
  table: "hubs",
  minimal: ["subdomain"],
  clauses: { create: "[HUB-01] [HUB-20]", update: "[HUB-21] [HUB-22]" },
  properties: {
    subdomain: {
      key: "subdomain",
      clauses: "[HUB-03] [HUB-24] [HUB-25]",
      is: ["required"],
      values: [plain("acme"), plain("acme-status"), plain("acme_2"), plain("0a")],
      rejected: ["", "a", "Acme", "-acme", "acme_", "ac me", "acme\n", "acmé", 7, null],
    },
    name: {
      key: "name",
      clauses: "[HUB-02]",
      values: [plain("Acme status"), plain("Acme & friends <live>")],
      rejected: ["", "  ", 7, null, ["Acme"]],
    },
    productUrl: nullableText("product_url", "[HUB-10] [HUB-23]", [
      "https://acme.example.com",
      "https://acme.example.com/a?b=1&c=2",
      null,
      "",
    ]),
  },
};

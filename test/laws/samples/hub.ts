import { type KindSamples, plain } from "./sample.ts";

export const hub: KindSamples = {
  table: "hubs",
  minimal: ["subdomain"],
  properties: {
    subdomain: {
      wire: "subdomain",
      values: [plain("acme"), plain("acme-status"), plain("acme_2")],
      refused: ["", "a", "Acme", "-acme", "acme-", "ac me", 7, null],
    },
    name: {
      wire: "name",
      values: [plain("Acme status"), plain("Acme & friends <live>")],
      refused: ["", "  ", 7, null, ["Acme"]],
    },
    productUrl: {
      wire: "product_url",
      values: [plain("https://acme.example.com"), plain("https://acme.example.com/a?b=1&c=2"), plain(null), plain("")],
      refused: [7, true, {}],
    },
  },
};

import { flag, type KindSamples, mapped, nullableText, plain } from "../sample.ts";

export const samples: KindSamples = {
  table: "subscriptions",
  minimal: ["method", "address", "services"],
  clauses: { create: "[SUB-01] [SUB-21] [SUB-22] [SUB-30]" },
  properties: {
    // Their addresses are URLs, so that any mix of method, address and label is valid.
    method: {
      key: "method_name",
      clauses: "[SUB-04]",
      is: ["required", "replaces"],
      values: [plain("slack"), plain("teams"), plain("webhook")],
      rejected: ["fax", "", 7, null],
    },
    address: {
      key: "address",
      clauses: "[SUB-02]",
      is: ["required", "secret"],
      values: [
        plain("https://hooks.example.com/services/T0-kTp4XqZ"),
        plain("https://hooks.example.com/services/T0-w9LmRcB?x=1&y=2"),
      ],
      rejected: ["", "nobody-Vx7h", "ftp://hooks.example.com/Vx7h", 7, null],
    },
    services: {
      key: "services_selection",
      clauses: "[SUB-09] [SUB-10] [SUB-11]",
      is: ["required"],
      values: [
        mapped(["1", "2"], { all: false, service_ids: [1, 2] }),
        mapped("all", { all: true }),
        mapped(["3"], { all: false, service_ids: [3] }),
      ],
      rejected: [[], "none", "1", null, ["api"], ["9007199254740993"], [0], { all: true }],
    },
    configuration: {
      key: "configuration",
      clauses: "[SUB-13]",
      is: ["secret"],
      cleared: {},
      values: [
        plain({ content_type: "json-Qw8z" }),
        plain({ content_type: { is: "form-Jk2p", on: [1, null] } }),
        plain({}),
      ],
      rejected: ["json-Qw8z", 7, null, ["json-Qw8z"]],
    },
    label: nullableText("label", "[SUB-14]", ["Team A", "Team B & <C>", null, ""]),
    lessVerbose: flag("less_verbose", "[SUB-16]"),
    protected: flag("protected", "[SUB-17]"),
    subscriberId: {
      key: "subscriber_id",
      clauses: "[SUB-05]",
      is: ["replaces"],
      values: [plain(1), plain(2)],
      rejected: ["1", 0, 1.5, null],
    },
  },
  response: ({ services_selection, ...rest }) => {
    const { all, service_ids = [] } = (services_selection ?? {}) as { all?: boolean; service_ids?: number[] };
    return { ...rest, services_selection: { all, services: service_ids.map((id) => ({ id, name: `service ${id}` })) } };
  },
};

import { problem } from "../../model/problem.ts";

export const noSuchRecord = problem("SH5001", {
  text: "There is no <kind> with the ID <id><place>. IDs are those of the API, such as 1234.",
  help: "Use the ID and not the `customId`. To find it, run `pulumi-statushub adopt <hub> --json`.",
});

export const malformedImportId = problem("SH5002", {
  text: {
    record: '<id> does not name a <kind>. Write the subdomain of the hub and the ID in the API, such as "acme/1234".',
    hubs: '<id> names hub "<subdomain>", but the hub that is passed is <hub>. Pass the ID without a subdomain, or the same hub.',
    path: "<value> is neither a subdomain nor the ID of a record.",
  },
});

export const ambiguousHub = problem("SH5003", {
  text: '"<text>" is the ID of hub "<subdomain>" and the subdomain of hub <id>. Use "<subdomain>" or <id> instead.',
});

export const lookupFailed = problem("SH5004", {
  text: {
    noArgument: "no argument names the record. Give one of <arguments>.",
    none: "no record has the <wanted>. Check the value and the hub.",
    several: "<count> records match <wanted> (IDs <ids>). Use an ID instead.",
  },
});

export const absenceUnproven = problem("SH5005", {
  text: {
    list: `<absent>, but the list of its kind doesn't prove that the record is gone (<reason>). Nothing was changed. Run the same
      command again once both work.`,
    noList: `<absent>, but nothing proves that the record is gone: the list of its kind is missing, too (<reason>). Nothing was changed.
      Run the same command again. If you know that the record is gone, remove it from the state with pulumi state delete.`,
  },
  help: "A record only counts as deleted if its own request says so and the list of its kind, which has to work, doesn't show it. Without a list of services, any other service that was read is enough. Otherwise, a gateway that lost a route would make `up` create everything again. If it lasts, check the base URL and your proxy.",
});

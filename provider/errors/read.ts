import { problem } from "../../model/problem.ts";

export const noSuchRecord = problem("SH5001", {
  text: "There is no <kind> with the ID <id><place>. IDs are those of the API, such as 1234.",
  help: "Use the ID and not the `customId`. To find it, run `pulumi-statushub export <hub> --json`.",
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

export const hubKept = problem("SH5501", {
  text: "<what> stays on StatusHub as it is, because the API documents no way to delete it.",
});

export const recordKept = problem("SH5502", {
  text: {
    adopted: "<what> is kept, because a different resource of this stack manages it.",
    lookedUp: "<what> is kept, because the program looks it up. Pulumi no longer manages it.",
  },
});

export const adoptionFailed = problem("SH5503", {
  text: `a different resource should have adopted the record, and that failed. It stays on StatusHub and in the state. Fix that
    error, and run the same command again.`,
  help: "You renamed a resource, and the new one couldn't adopt the record. To rename it without `adopt`, use `aliases`.",
});

export const occurrencesRemain = problem("SH5504", {
  text: {
    rejected: `<what>: later occurrences may remain, because StatusHub rejected the end of the series (<serverMessage>) and
      lists no occurrences of it. Delete them in the control panel.`,
    ignored: `<what>: later occurrences may remain, because StatusHub ignored the end of the series and lists no occurrences of
      it. Delete them in the control panel.`,
    ended: `<what>: later occurrences may remain, because it has ended and StatusHub lists no others. Delete them in the control
      panel.`,
    unclear: `<what>: later occurrences may remain. <ids> may be occurrences of it, or of an equal series that was created at the
      same time. Delete them in the control panel if no other resource manages them.`,
  },
  help:
    "To delete a series, the provider ends it, then deletes the occurrences that it knows by ID. Here, it doesn't know the " +
    "later ones, and StatusHub didn't end your series, or has records that look like its occurrences.",
});

export const occurrencesKept = problem("SH5505", {
  text: "these occurrences are still on the hub: <ids>. The first failed because <reason>. Run the same command again, or delete them in the control panel.",
  help: "The resource stays in your state until every occurrence that hasn't ended is deleted.",
});

export const occurrenceChanged = problem("SH5506", {
  text: {
    one: `<what>: somebody changed <properties> of this occurrence outside Pulumi. An up restores this occurrence and leaves the
      later ones as they are.`,
    series: `<what>: somebody changed <property> outside Pulumi. It belongs to the whole series, so an up restores it for this
      occurrence and the later ones.`,
  },
  help: "To keep the change, declare it. What you change in the program applies to this occurrence and the later ones.",
});

export const seriesGoesOn = problem("SH5507", {
  text: "<what> was deleted outside Pulumi. The series continues with its next occurrence, which has the ID <id>.",
  help: "To cancel the whole series, remove the resource. To get the occurrence back, create it in the control panel.",
});

export const historyStays = problem("SH5508", {
  text: {
    single: "<what> has ended, so it stays on the page. To delete it, use the control panel.",
    series: "<what>: the occurrences that have ended stay on the page. To delete them, use the control panel.",
  },
});

export const occurrencesDeleted = problem("SH5510", {
  text: "<what>: its occurrences at <times> are deleted.",
  help:
    "Without `repeat`, or with an earlier `endOn`, a series ends, and its later occurrences leave the page. To keep " +
    "them, undo the change.",
});

export const newDates = problem("SH5509", {
  text: {
    created: "<what>: its first dates are over, so the series begins at <time>.",
    updated: "<what> has ended. An up leaves it as it is, and creates another record, which begins at <time>.",
  },
});

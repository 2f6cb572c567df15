import { problem } from "./problem.ts";

export const noSuchRecord = problem("SH5001", {
  title: "There is no record with this ID",
  text: "There is no <kind> with the ID <id><place>. IDs are those of the API, such as 1234.",
  cause: "A look-up such as `Service.get`, or an import, names an ID that the hub doesn't have, or a deleted record.",
  remedy: "Use the ID and not the `customId`. To find IDs, run `pulumi-statushub export <hub> --json`.",
});

export const malformedImportId = problem("SH5002", {
  title: "The ID of an import is malformed",
  text: {
    record: '<id> does not name a <kind>. Write the subdomain of the hub and the ID in the API, such as "acme/1234".',
    path: "<value> is neither a subdomain nor the ID of a record.",
  },
  cause: "The ID of an import consists of the hub and the ID of the record, and one of them is missing or malformed.",
  remedy: "Write `acme/1234`. To import a hub, its subdomain or its ID is enough.",
});

export const ambiguousHub = problem("SH5003", {
  title: "A number is both an ID and a subdomain",
  text: '"<text>" is the ID of hub "<subdomain>" and the subdomain of hub <id>. Use "<subdomain>" or <id> instead.',
  cause: "One hub has this ID, and a different hub has the same number as its subdomain.",
  remedy: "If you aren't sure which hub you need, compare both in the control panel.",
});

export const lookUpFailed = problem("SH5004", {
  title: "A look-up finds no record, or several",
  text: {
    noArgument: "no argument names the record. Give one of <arguments>.",
    none: "no record has the <wanted>. Check the value and the hub.",
    several: "<count> records match <wanted> (IDs <ids>). Use an ID instead.",
  },
  cause: "A function such as `getService` has to find exactly one live record.",
  remedy: "Look the record up by its `customId` or ID, because two records can have the same name.",
});

export const hubKept = problem("SH5501", {
  title: "The hub is kept",
  text: "<what> stays on StatusHub as it is, because the API can't delete it.",
  cause: "Not an error. The API can't delete hubs, so the hub is only removed from the state.",
  remedy: "Delete the hub in the control panel if you no longer need it.",
});

export const adoptedRecordKept = problem("SH5502", {
  title: "The record is kept because it was adopted",
  text: "<what> is kept, because a different resource of this stack manages it.",
  cause: "Not an error. A resource was removed from the program, and a different one has adopted its record.",
  remedy: "You don't need to do anything.",
});

export const adoptionFailed = problem("SH5503", {
  title: "The record is kept because its adoption failed",
  text: `a different resource should have adopted the record, and that failed. It stays on StatusHub and in the state. Fix that
    error, and run the same command again.`,
  cause: "A resource was renamed in the program, and the one with the new name couldn't adopt the record.",
  remedy: "To rename a resource without adopting its record, use `aliases`.",
});

export const occurrencesRemain = problem("SH5504", {
  title: "Later occurrences of a series may remain",
  text: {
    rejected: `<what>: later occurrences may remain, because StatusHub rejected the end of the series (<serverMessage>) and
      lists no occurrences of it. Delete them in the control panel.`,
    ignored: `<what>: later occurrences may remain, because StatusHub ignored the end of the series and lists no occurrences of
      it. Delete them in the control panel.`,
    unclear: `<what>: later occurrences may remain. <ids> may be occurrences of it, or of an equal series that was created at the
      same time. Delete them in the control panel if no other resource manages them.`,
  },
  cause:
    "To delete a series, the provider first ends it and then deletes the current occurrence and the later ones that it knows by " +
    "ID. It doesn't know the IDs of the later occurrences, and either StatusHub didn't end the series, or records are left that " +
    "look like its occurrences.",
  remedy:
    "Look for later occurrences in the calendar of the hub, and delete them there, unless they belong to an equal series.",
});

export const occurrencesKept = problem("SH5505", {
  title: "Occurrences of a series couldn't be deleted",
  text: "these occurrences are still on the hub: <ids>. The first failed because <reason>. Run the same command again, or delete them in the control panel.",
  cause: "StatusHub didn't remove the later occurrences with the series, and deleting them one by one failed.",
  remedy:
    "Run the same command again: the resource stays in the state until every occurrence that hasn't started is deleted.",
});

export const occurrenceChanged = problem("SH5506", {
  title: "A manual change of a series is undone",
  text: {
    one: `<what>: somebody changed <properties> of this occurrence outside Pulumi. An up restores this occurrence and leaves the
      later ones as they are.`,
    series: `<what>: somebody changed <property> outside Pulumi. It belongs to the whole series, so an up restores it for this
      occurrence and the later ones.`,
  },
  cause: "Not an error. The preview shows that a value differs, but not which occurrences an update changes.",
  remedy: "To keep the change, declare it. A change of the program applies to this occurrence and the later ones.",
});

export const seriesGoesOn = problem("SH5507", {
  title: "A series goes on under its next occurrence",
  text: "<what> was deleted outside Pulumi. The series goes on with its next occurrence, which has the ID <id>.",
  cause: "Not an error. Somebody deleted the current occurrence of a recurring maintenance, and others are left.",
  remedy:
    "To cancel the whole series, remove the resource from the program. To get the occurrence back, create it in the control panel.",
});

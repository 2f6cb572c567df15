import { problem } from "../../model/problem.ts";

export const overwritten = problem("SH4001", {
  text: `<kind> <id> already exists with a different <properties>; up will overwrite it. That is fine if only this stack manages the
    hub. If a second stack does, too, use <kind>.find in one of them.`,
});

const notKnown = `It is not known whether the record was created: before the next up, look for it on the hub, or run
  npx pulumi-statushub recover --planned, which imports it.`;

export const unknownOutcome = problem("SH4002", {
  text: {
    serverError: `StatusHub failed (<status>: <serverMessage>). ${notKnown}`,
    noResponse: `<reason>. ${notKnown}`,
    noList: `<response>, and the API can't list such records (<status>). Look for it on the hub: if it is there, adopt or delete
      it before the next up.`,
    unclear: `<reason>. <record> of the hub, created <time>, has all the declared values, and its time doesn't tell whether this
      request created it. If it did, declare adopt: "<id>"; if it may be somebody else's, find out first.`,
    listFailed: `<response>, and the search for the record failed (<reason>). Look for it on the hub: if it is there, adopt or
      delete it before the next up.`,
  },
});

export const severalCreated = problem("SH4003", {
  text: `the response is lost, and <count> records of the hub could be the one that was created (IDs <ids>). Delete the
    others, and adopt the one that you keep.`,
});

const equal =
  "<record> of the hub, created <time>, has all the declared values, and no known resource of this stack has it.";
const afterInterruption =
  "- If a run was interrupted, run npx pulumi-statushub recover; if a response was lost, add --planned.";
const ifRenamed = "- If you renamed a resource, declare aliases.";
const ifUnknown = "- To replace a resource, or if another one of this stack may have the record, add --refresh.";
const ifTargeted = "- With --target, a resource that you didn't name may have the record: run it without --target.";
const forRecord = `- To take the record, declare adopt: "<id>"<showing>.
      - To create another one, declare adopt: false`;

export const leftoverRecord = problem("SH4004", {
  text: {
    found: `${equal}
      ${afterInterruption}
      ${ifRenamed}
      ${ifUnknown}
      ${forRecord}.`,
    afterRefresh: `${equal}
      ${afterInterruption}
      ${ifTargeted}
      ${forRecord}.`,
    unknown: `the list of its kind can't be read (<reason>), so the hub may have such a record already. Run the same command again. If
      that doesn't help, declare adopt: false to create it all the same.`,
  },
  help: "An [interrupted run](guides/interrupted-runs.md) may have created it. If a different stack manages it, look it up instead. A Service with a `customId` needs no list.",
});

const seen =
  "visitors would see it twice: <record> of the hub, created <time>, shows the same name in its group, and no known resource of this stack has it.";
const forSeen = `- To take the record, declare adopt: "<id>".
      - To show the name twice, declare adopt: false, and another customId if that is the same.`;

export const seenTwice = problem("SH4019", {
  text: {
    found: `${seen}
      ${afterInterruption}
      ${ifRenamed}
      ${ifUnknown}
      ${forSeen}`,
    afterRefresh: `${seen}
      ${afterInterruption}
      ${ifTargeted}
      ${forSeen}`,
  },
  help: "Visitors see `publicName` if there is one, else `name`. Archived services don't count. If the page has its services already, [import them](guides/adopting.md).",
});

/** How to go on with a record that no resource of the state is known to manage. Part of other messages. */
export const unmanagedAdvice = (id: string | number): string =>
  `declare adopt: "${id}" if nobody else has it, aliases after a rename, or deleteBeforeReplace for a replacement`;

const conflict =
  "it <conflicts> <record>, which has <likeness> <properties> (StatusHub returned <status>: <serverMessage>).";

export const recordConflict = problem("SH4005", {
  text: {
    unmanaged: `${conflict} If you renamed the resource, declare aliases. If a run was interrupted, run npx pulumi-statushub
      recover. Otherwise, declare adopt: "<id>" if nobody else has the record, or deleteBeforeReplace for a replacement.`,
    inStack: `${conflict} A resource of this stack manages that record. If you renamed the resource, declare aliases. If Pulumi
      replaces it, give it the option deleteBeforeReplace: true, which deletes the old record first. Otherwise, declare a
      different value.`,
    onUpdate: `${conflict} Declare a different value. If that record leaves the program, remove it in an up of its own first. To swap the values of two records, give one of them a third value first.`,
    onRestore: `${conflict} Delete that one on the hub; or remove this resource from the state (pulumi state delete), and
      declare adopt: "<id>".`,
  },
  help: '"May conflict" means that the value is only similar. [Rename](guides/renaming.md#rename-a-resource-in-the-program) shows aliases, [Interrupted runs](guides/interrupted-runs.md) `recover`. To swap two values, give one record a third one first.',
});

export const deletedDuplicate = problem("SH4006", {
  text: `StatusHub rejected the request (<status>: <serverMessage>). <record> of the hub has the same <properties> and is deleted. If
    that is the reason, declare adopt: "<id>" to restore it.`,
});

export const deletedOnHub = problem("SH4007", {
  text: {
    accepted: "it was deleted on the hub. StatusHub accepted the update, but the record stays deleted.",
    restorable: "it was deleted on the hub. Run pulumi up --refresh, which restores it.",
    gone: "it was deleted on the hub. Run pulumi up --refresh, which creates it again.",
    others: `no occurrence of the series is left on the hub, but <ids> look like some of it: somebody may have changed its pattern. Delete
      them in the control panel; or run pulumi state delete, and declare adopt with the ID of the first one.`,
    allGone: "no occurrence of the series is left on the hub. Run pulumi up --refresh, which creates it again.",
  },
  help: "If somebody deleted it on purpose, remove the resource from your program before you refresh.",
});

export const ignoredProperty = problem("SH4008", {
  text: "StatusHub accepted a write of <subject> and ignored <properties>: <kept>. Correct the program, or the record on the hub.",
});

export const nothingToAdopt = problem("SH4009", {
  text: {
    missing:
      '<record>, which adopt names, does not exist in hub "<hub>". Use the ID of a record of this hub, or leave adopt out to create one.',
    deleted:
      "<record>, which adopt names, is deleted. Use the ID of a record of this hub, or leave adopt out to create one.",
    similar: `no <kind> of the hub has exactly the declared <properties>, and <record> has a similar one. If that is the record
      to adopt, declare its <properties> as it is there, or adopt: "<id>"; if not, leave adopt out.`,
    fixed: `<record> has the declared <properties>, but a different <others>, which can't be changed. If that is the record to
      adopt, declare its <others> as it is there; if not, declare a different <properties>.`,
    fixedById: `<record>, which adopt names, has a different <others>, which can't be changed. If that is the record to adopt, declare
      its <others> as it is there; if not, leave adopt out to create one.`,
    noList: "the API can't list such records, so it can't be found by its key. Pass its ID: adopt: \"1234\".",
    over: `<record>, which adopt names, has ended on the page, and the program declares an end to come. Declare the times of the page to
      take it as it is, or leave adopt out to create another one.`,
  },
  help: "`adopt: true` needs exactly the declared value, with its case and spaces. `pulumi-statushub adopt <hub> --json` lists IDs. If the record was deleted after an import, remove `adopt`: the next `up` creates it again.",
});

export const alreadyManaged = problem("SH4010", {
  text: {
    taken: `A different resource of this stack already manages <record>. If Pulumi replaces that one, remove adopt. If you renamed that one, give the new name
      the option aliases: [{ name: "the old name" }]. Otherwise, remove one of the two from the program: the record stays as it is.`,
  },
});

export const unknownKind = problem("SH4011", {
  text: {
    kind: 'pulumi-statushub has no resource "<kind>". A newer version of the package wrote the state: install that one.',
    properties: `The state declares <properties> of this <kind>, which <version> does not know. A newer version wrote the
      state: install that one.`,
  },
});

export const adoptedOnce = problem("SH4012", {
  text: {
    other: `it has <record>, and adopt: "<id>" names a different one. A resource adopts once. Remove adopt, or declare another resource
      for the record.`,
    replaced: `Pulumi would replace it. While the program says adopt, and until an up without it, the record isn't replaced, because the old one
      would stay beside the new one. Deploy once without adopt, then make this change.`,
  },
});

export const pastAnnounced = problem("SH4013", {
  text: `its endTime has passed, so publishing it would announce what has ended. Remove it from the program, which ends a
    series, or declare times to come. To add it to the page without notifying subscribers, declare silent: true.`,
});

export const occurrenceOfSeries = problem("SH4014", {
  text: {
    alone: `<record> is an occurrence of a recurring maintenance. Declare repeat as it is there, so that the resource stands for the whole
      series.`,
    notFirst: `<record> is an occurrence of a recurring maintenance, which can't be a resource of its own. Use the ID of the first one that
      hasn't ended, <first>.`,
    over: `<record> has ended. If it is an occurrence of a recurring maintenance, adopt the first one that hasn't ended; otherwise, remove
      adopt: the series begins with its next occurrence.`,
  },
});

export const otherDates = problem("SH4015", {
  text: `<record> has other times, or another pattern, than the program declares. Declare those of the page: <page>.`,
  help: "To give it other times or another pattern, adopt it as it is, then change them: Pulumi replaces the series.",
});

export const existingReturned = problem("SH4016", {
  text: `StatusHub accepted the create, but returned the record <id>, which existed before, so the create may have changed it. To go on,
    <advice>.`,
});

export const datesPassed = problem("SH4017", {
  text: `it has ended on the page by now, so new times need another record. Run the same command again, which replaces it; add
    --refresh if this machine's clock may be wrong.`,
});

export const occurrencesMoved = problem("SH4018", {
  text: {
    series: `somebody has canceled, moved or edited occurrences (<ids>), which another repeat would make again. Change repeat once they
      have ended, or run pulumi up --refresh --replace with its URN, which makes all occurrences again and announces them.`,
    single: `somebody has changed it on the page, and all occurrences would get what is there. Run pulumi up --refresh, which compares it
      with the program.`,
  },
});

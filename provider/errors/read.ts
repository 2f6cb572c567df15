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

export const hubKept = problem("SH5501", {
  text: "<what> stays on StatusHub as it is, because the API documents no way to delete it.",
});

export const recordKept = problem("SH5502", {
  text: {
    adopted: `<what> is kept, because a different resource of this stack manages it. If you have passed --replace, nothing was replaced:
      deploy once without adopt, then run it again.`,
    lookedUp: "<what> is kept, because the program looks it up. Pulumi no longer manages it.",
  },
});

export const recordAdopted = problem("SH5511", {
  text: `<what>, created <time>, was adopted. Until an up without adopt, it is neither replaced nor deleted: if it leaves the program sooner,
    it stays on the page.`,
});

export const takenStays = problem("SH5513", {
  text: `<what> stays on the page, and in effect, because the program still said adopt when it was last deployed. Delete it in the control
    panel; or declare it with adopt: "<id>", deploy, remove adopt, deploy, then remove it.`,
});

export const adoptionFailed = problem("SH5503", {
  text: `the program adopts the record or creates one that conflicts with it, and that failed or is still to come, so the record isn't
    deleted. It stays on StatusHub and in the state. Fix that error or remove adopt, and run the same command again.`,
  help: "If you renamed a resource and the new one couldn't adopt the record, use `aliases` instead of `adopt`.",
});

export const occurrencesRemain = problem("SH5504", {
  text: {
    notEnded: `<what>: later occurrences may remain, because StatusHub didn't end the series (<reason>) and lists none of it. Delete them in
      the control panel.`,
    unclear: `<what>: later occurrences may remain. <ids> look like some of it, but the provider didn't see them appear. Delete them in the
      control panel if nobody else manages them.`,
  },
});

export const occurrencesKept = problem("SH5505", {
  text: "these occurrences are still on the hub: <ids>. The first failed because <reason>. Run the same command again, or delete them in the control panel.",
});

export const historyStays = problem("SH5508", {
  text: {
    all: "<what> has ended on the page, so it stays there. To delete it, use the control panel.",
    some: "<what>: the occurrences that have ended stay on the page. To delete them, use the control panel.",
  },
});

export const seriesBeginsLater = problem("SH5509", {
  text: "<what>: its first occurrences have ended, so the series begins at <time>.",
});

export const datesLeft = problem("SH5510", {
  text: "<what>: its declared end has passed meanwhile, so its times on the page stay as they are.",
});

export const resetShown = problem("SH5512", {
  text: `<what>: StatusHub accepted the reset, but <shown>. Pulumi no longer manages that. To change it, declare a value.`,
  help: "Your program no longer declares the property, so it should go back to its default. StatusHub may have a default of its own.",
});

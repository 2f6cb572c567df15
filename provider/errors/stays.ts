import { problem } from "../../model/problem.ts";

/* Messages that are mostly no errors: what stays on the page, and what differs from the program there. */

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

export const recordAdopted = problem("SH5511", {
  text: `<what>, created <time>, was adopted. Until an up without adopt, it is neither replaced nor deleted: if it leaves the program sooner,
    it stays on the page.`,
});

export const resetShown = problem("SH5512", {
  text: `<what>: StatusHub accepted the reset, but <shown>. Pulumi no longer manages that. To change it, declare a value.`,
  help: "Your program no longer declares the property, so it should go back to its default. StatusHub may have a default of its own.",
});

export const takenStays = problem("SH5513", {
  text: `<what> stays on the page, and in effect, because the program still said adopt when it was last deployed. Delete it in the control
    panel; or declare it with adopt: "<id>", deploy, remove adopt, deploy, then remove it.`,
});

import { problem } from "../../model/problem.ts";

export const openAddress = problem("SH7001", {
  text: {
    notSecret: "The address is not secret. Read it with config.requireSecret, or wrap it in pulumi.secret.",
    repeated:
      "<property> contains the address of a subscription in plain text. Remove it, and rotate the webhook if it is one.",
  },
  help:
    "You may show an email address or phone number to visitors, but never a webhook. If one was public, rotate it, " +
    "even if you have removed the text.",
});

export const noCustomId = problem("SH7002", {
  text: "The service has no customId, so only its ID identifies it. Declare one that no other service of the hub has.",
  help: "Your service gets a different ID on a different hub, or when it is created again. Its `customId` stays the same.",
});

export const longMaintenance = problem("SH7003", {
  text: "The maintenance takes <minutes> minutes, but only <maxMinutes> are allowed. Check its dates, or split it.",
  help: "Check the time zone and the month, which are the usual mistakes. If you mean this length, raise `maxMinutes`.",
});

export const placeholderTitle = problem("SH7004", {
  text: "<property> is a placeholder: <title>. Write what visitors should read.",
});

export const bareServiceId = problem("SH7005", {
  text: "serviceStatuses names <services>, but no Service of the program has that ID. Pass the Service itself.",
  help:
    "For a service of a different stack, look it up with `Service.get` or `Service.find`. Pulumi doesn't pass " +
    "lookups to policy packs: if your templates need such services, make this policy advisory there.",
});

export const unnamedService = problem("SH7006", {
  text: {
    byLine: "<infrastructure> names no service. Add the customId of its service, for example: <line>",
    byFunction: `<infrastructure> names no service. Return its customId from the function for <type> in the coverage of the policy,
      or null if it needs none.`,
  },
});

export const undeclaredService = problem("SH7007", {
  text: `<infrastructure> names the service <customId>, but no Service of the program has this customId. Add: new
    statushub.Service(<customId>, { hub, groupId, name, customId: <customId> }). If another stack manages it, look it up
    with statushub.Service.find(<customId>, { hub, customId: <customId> }), and add it to elsewhere in the coverage of a
    policy pack.`,
  help:
    "Correct the `customId`, declare the service, or look it up with `Service.find`; `getService` and `Service.list` " +
    "don't count. Policy packs see no lookups, so list services of other stacks in `elsewhere`, too.",
});

export const sharedService = problem("SH7008", {
  text: "<infrastructure> names the service <customId>, which <other> names already. Only one resource of this type may.",
});

export const unusedService = problem("SH7009", {
  text: `No infrastructure of the program names <service>. Remove it if its infrastructure is gone. Otherwise name its
    customId, <customId>, in the infrastructure, or add it to standalone in the coverage of the policy.`,
});

export const uncheckedServices = problem("SH7010", {
  text: "Coverage isn't checked for <count> of the resources, because a preview doesn't know their customId yet: <names>.",
});

import { problem } from "./problem.ts";

export const openAddress = problem("SH7001", {
  title: "An address is in plain text",
  text: {
    notSecret: "The address is not secret. Read it with config.requireSecret, or wrap it in pulumi.secret.",
    repeated:
      "<property> contains the address of a subscription in plain text. Remove it, and rotate the webhook if it is one.",
  },
  cause:
    "The address isn't marked as secret, or another property repeats it. An e-mail address or phone number can be a public " +
    "contact, so it is allowed in texts that visitors read. A webhook isn't allowed anywhere.",
  remedy: "If a webhook was public, rotate it, even if the text has been removed.",
});

export const noCustomId = problem("SH7002", {
  title: "A service has no custom ID",
  text: "The service has no customId, so only its ID identifies it. Declare one that no other service of the hub has.",
  cause:
    "StatusHub assigns IDs, so the same service has a different ID on a different hub, or after it is created again. A `customId` stays the same.",
  remedy: "Declare a `customId`. The name of the resource is a good choice.",
});

export const longMaintenance = problem("SH7003", {
  title: "A maintenance is too long",
  text: "The maintenance takes <minutes> minutes, but only <maxMinutes> are allowed. Check its dates, or split it.",
  cause:
    "The maintenance is longer than `maxMinutes` of the policy, by its `startTime` and `endTime` or by its `duration`.",
  remedy:
    "Check the time zone and the month, which are the usual mistakes. If the length is intended, raise `maxMinutes`.",
});

export const placeholderTitle = problem("SH7004", {
  title: "A title is a placeholder",
  text: "<property> is a placeholder: <title>. Write what visitors should read.",
  cause: "The text is a note such as TODO, or a template that was not filled in.",
  remedy: "Write the final text. If it comes from a variable, check where the program reads that.",
});

export const bareServiceId = problem("SH7005", {
  title: "A template refers to a service by ID",
  text: "serviceStatuses names <services>, but no Service of the program has that ID. Pass the Service itself.",
  cause: "The template names a service by an ID that no `Service` of the program has.",
  remedy: "For a service of a different stack, look it up with `Service.get` or `Service.find`.",
});

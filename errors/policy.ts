import { problem } from "./problem.ts";

export const openAddress = problem("SH7001", {
  title: "An address is in plain text",
  text: {
    notSecret: "The address is not secret. Read it with config.requireSecret, or wrap it in pulumi.secret.",
    repeated:
      "<property> holds the address of a subscription in plain text. Take it out, and rotate what it gives access to.",
  },
  cause:
    "The address isn't marked as secret, or another property repeats it. An e-mail address or phone number can be a public " +
    "contact, so it is allowed in texts that visitors read. A webhook isn't allowed anywhere.",
  remedy: "A webhook that was public has been exposed, even if the text is gone now.",
});

export const noCustomId = problem("SH7002", {
  title: "A service has no custom ID",
  text: "The service has no customId, so only its ID identifies it. Declare one that no other service of the hub has.",
  cause: "IDs are assigned by StatusHub. A `customId` finds the service on another hub or after it is created again.",
  remedy: "The name of the resource is a good choice.",
});

export const longMaintenance = problem("SH7003", {
  title: "A maintenance is too long",
  text: "The maintenance takes <minutes> minutes, but only <maxMinutes> are allowed. Check its dates, or split it.",
  cause: "`endTime` is too far from `startTime`, or `duration` is too long, for `maxMinutes` of the policy.",
  remedy: "A wrong time zone or month is the usual reason. If it is intended, raise `maxMinutes`.",
});

export const placeholderTitle = problem("SH7004", {
  title: "A title is a placeholder",
  text: "<property> is a placeholder: <title>. Write what visitors should read.",
  cause: "The text is a note such as TODO, or a template that was not filled in.",
  remedy: "If a variable is missing, check where the program reads it.",
});

export const bareServiceId = problem("SH7005", {
  title: "A template names a bare ID",
  text: "serviceStatuses names <services>, which no Service of the program is. Pass the Service itself.",
  cause: "The template names a service by its ID, and no `Service` of the program has it.",
  remedy: "For a service of another stack, look it up with `Service.get` or `Service.find`.",
});

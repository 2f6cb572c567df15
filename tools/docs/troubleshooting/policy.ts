import type { Chapter } from "./entry.ts";

export const policy: Chapter = {
  title: "Policies",
  text: "Violations of the policies in `pulumi-statushub/policy`, in a policy pack or a unit test. The guide is [Policy](guides/policy.md).",
  entries: [
    {
      title: "An address is in plain text",
      messages: ["The address is not secret", "holds the address of a subscription in plain text"],
      cause:
        "The address is not marked as secret, or another property repeats it. A mail address or a phone number may be a public " +
        "contact, so texts that visitors read may hold it; a webhook may be nowhere.",
      cure: "Read it with `config.requireSecret`, and take it out of the other text. A webhook that was public is used up: make a new one.",
    },
    {
      title: "A service has no custom id",
      messages: ["The service has no customId"],
      cause:
        "Without its own identifier a service is known by its id in the API alone, which another hub does not share.",
      cure: "Declare `customId`. It has to be unique on the hub.",
    },
    {
      title: "A maintenance is too long",
      messages: ["The maintenance takes <minutes> minutes"],
      cause: "`endTime` lies further from `startTime`, or `duration` is longer, than `maxMinutes` of the policy.",
      cure: "Check the dates and their time zones. Where it is meant, split it or raise `maxMinutes`.",
    },
    {
      title: "A title is a placeholder",
      messages: ["is a placeholder: <text>", "is a placeholder: a secret"],
      cause: "The text that visitors would read is a note to oneself or an unfilled template.",
      cure: "Write what visitors should read.",
    },
    {
      title: "A template names a bare id",
      messages: ["which no Service of the program is"],
      cause: "The template names a service by its id, and no `Service` of the program has it.",
      cure: "Pass the `Service` itself. For a service of another stack, look it up with `Service.get` or `Service.find`.",
    },
  ],
};

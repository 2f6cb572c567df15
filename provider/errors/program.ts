import { problem } from "../../model/problem.ts";

export const invalidValue = problem("SH2001", {
  text: "<rule>.",
  help:
    "The message begins with the path of the property, such as `serviceStatuses[1].status`. A value that is required " +
    "may be `undefined` when your program runs.\n\n- Values from the stack configuration are text: use " +
    "`config.requireNumber`, `config.requireBoolean` or `config.requireObject`.\n- For local times, use " +
    '`statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin")`, or write an offset, such as `+01:00`.\n- Names and ' +
    "titles are plain text. `body` takes HTML.\n- An `address` is an email address, a phone number or a whole URL, " +
    "depending on `method`. With `email`, there is no `label`.",
});

export const unknownProperty = problem("SH2002", {
  text: {
    property: "isn't a property of <kind>. <help>",
    nested: "isn't a property here. <help>",
    argument: "isn't an argument of this lookup. <help>",
  },
  help: "Names are in camelCase: `groupId`, not `group_id`. Or your SDK is newer than the native provider.",
});

export const invalidHub = problem("SH2003", {
  text: {
    required: "is required: pass a Hub or its subdomain.",
    invalid: 'must be a Hub or its subdomain, such as "acme": two or more of a-z, 0-9, - and _.',
    number: `must be a Hub or its subdomain; "<id>" may be an ID. Pass the Hub itself, or write { id: "<id>" } or
      { subdomain: "<id>" }.`,
    resource: "<owner>: hub must be a statushub.Hub or a subdomain, not a <type>.",
    reference: "must be a Hub, not a <type>.",
    unknown: "the hub has no ID before the first up. Name it by its subdomain.",
  },
});

export const invalidService = problem("SH2004", {
  text: {
    resource: "<owner> must be a statushub.Service or its ID, not a <type>.",
    reference: "must be a Service, not a <type>.",
  },
  help: "Pass the `Service` itself, or look it up with `Service.find`.",
});

export const invalidAdopt = problem("SH2005", {
  text: {
    form: 'must be true or the ID of a record, such as "1234".',
    idOnly: "must be the ID of a record, because <kind> has no other unique key.",
    missingKey: "needs <property> to find the record. Declare it, or pass the record's ID.",
  },
  help:
    "`adopt: true` finds a service by its `customId` and a subscription by its `address`. For other kinds, pass the " +
    "ID, which `pulumi-statushub adopt <hub> --json` shows.",
});

export const otherHubReplaces = problem("SH2008", {
  text: `StatusHub: "<to>" is not the same hub as "<from>". Records that move to it are deleted from "<from>" and created again
    on "<to>", without their history. To rename a hub, change the subdomain of its Hub resource.`,
});

export const invalidTime = problem("SH2013", {
  text: {
    skipped:
      "<time> doesn't exist in <zone>, because clocks go forward there and skip it. Use an earlier or later time.",
    form: '<time> is not a local time: write it as "2026-12-06 03:00", without an offset or zone.',
    zone: '<zone> is not a time zone: use an IANA name such as "Europe/Berlin".',
  },
});

export const published = problem("SH2014", {
  text: `removing <property>: <hidden> publishes the record. Visitors of the page see it, and subscribers may be notified. To keep
    it hidden, declare <property>: <hidden>; to publish it without this warning, declare <property>: <cleared>.`,
});

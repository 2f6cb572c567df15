import { problem } from "./problem.ts";
import { groupIdAdvice } from "./requests.ts";

export const invalidValue = problem("SH2001", {
  title: "A value is invalid",
  text: "<rule>.",
  cause:
    "A value of your program breaks the rule in the message, which follows the path of the property, such as " +
    "`serviceStatuses[1].status`. The error lists all problems of a resource. If the rule says that a value is required, it " +
    "may be `undefined` when the program runs.",
  remedy: [
    "Change the value to follow the rule. Some background:",
    "",
    "- A value from the stack configuration is text: see `config.requireNumber`, `config.requireBoolean` and `config.requireObject`.",
    '- `statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin")` converts local time to UTC. Times with different offsets, such as `+01:00`, are equal if they mean the same instant.',
    "- Names and titles are plain text, in which a lone `<` or `&` is fine. `body` takes HTML.",
    '- A list names each service once. To subscribe to every service, declare `services: "all"`.',
    "- The `address` of a subscription depends on its `method`: an email address, a phone number, or the whole URL of a webhook. The API stores a `label` for every method except email.",
    "- A template needs a title or a body (inferred: the API rejects one that has neither).",
    "- `offsetInMin` counts minutes: a day before is -1440. Without `repeat.endOn`, StatusHub decides how long a series lasts.",
  ].join("\n"),
});

export const unknownProperty = problem("SH2002", {
  title: "A property doesn't exist",
  text: {
    property: "isn't a property of <kind>. <help>",
    nested: "isn't a property here. <help>",
    argument: "isn't an argument of this lookup. <help>",
  },
  cause:
    "The name is misspelled, or in the API's form: `group_id` is `groupId` here. An SDK may also be newer than the native provider.",
});

export const invalidHub = problem("SH2003", {
  title: "The hub is not a hub",
  text: {
    required: "is required: pass a Hub or its subdomain.",
    invalid: 'must be a Hub or its subdomain, such as "acme": two or more of a-z, 0-9, - and _.',
    number: `must be a Hub or its subdomain; "<id>" may be an ID. Pass the Hub itself, or write { id: "<id>" } or
      { subdomain: "<id>" }.`,
    resource: "<owner>: hub must be a statushub.Hub or a subdomain, not a <type>.",
    reference: "must be a Hub, not a <type>.",
    unknown: "the hub has no ID before the first up. Name it by its subdomain.",
  },
  cause:
    "`hub` is a URL, a display name, another resource, or a number such as `hub.id`. A number could be the ID of one hub and " +
    "the subdomain of another. A preview can't read a record of a `Hub` that isn't in the state yet.",
  remedy: "Pass the `Hub` itself, or its subdomain: for `https://acme.statushub.io`, that is `acme`.",
});

export const invalidService = problem("SH2004", {
  title: "A service is not a service",
  text: {
    resource: "<owner> must be a statushub.Service or its ID, not a <type>.",
    reference: "must be a Service, not a <type>.",
  },
  remedy: "Pass the `Service` itself. To use a `customId`, look the service up with `Service.find`.",
});

export const invalidAdopt = problem("SH2005", {
  title: "Adopt has an invalid value",
  text: {
    form: 'must be true or the ID of a record, such as "1234".',
    idOnly: "must be the ID of a record, because <kind> has no other unique key.",
    missingKey: "needs <property> to find the record. Declare it, or pass the record's ID.",
  },
  cause: "`adopt: true` finds a service by `customId` and a subscription by `address`. Other kinds have no such key.",
  remedy: "To find the ID, run `pulumi-statushub export <hub> --json`.",
});

export const notUnique = problem("SH2006", {
  text: "<one> and <other> both declare the same <properties><where>, and only one of them can have it. Declare a different value, or remove one of the two from the program.",
});

export const undocumentedValue = problem("SH2007", {
  title: "A value is not documented",
  text: {
    value: `<value> may be rejected or have no effect, because StatusHub doesn't document the values. We send it
      unchanged, so check the record on the hub after the up.`,
    likely: `<value> may be rejected or have no effect, because StatusHub doesn't document the values; likely ones are
      <likely>. We send it unchanged, so check the record on the hub after the up.`,
  },
  remedy: "If the value is correct, ignore the warning. It only appears when the value changes.",
});

export const otherHubReplaces = problem("SH2008", {
  title: "A different hub replaces the records",
  text: `StatusHub: "<to>" is not the same hub as "<from>". Records that move to it are deleted from "<from>" and created again
    on "<to>", without their history. To rename a hub, change the subdomain of its Hub resource.`,
  remedy: "Pass the `Hub` itself to the records, so that they follow it when it is renamed.",
});

export const unmanagedConflict = problem("SH2009", {
  title: "The record exists already",
  text: "<what> cannot be created: <record> of the hub has the same <properties>. <advice>.",
  cause: "Found by `statushub:verify`. The hub has a record with this key that no resource of the stack manages.",
  remedy: "See [SH4005](troubleshooting/up.md#sh4005), which is what an `up` would report.",
});

export const missingRecord = problem("SH2010", {
  title: "The program names a record that doesn't exist",
  text: {
    adopt: "<what> cannot adopt <record>: it <state>.",
    reference: "<what>, which <state>. Use one of this hub.",
    shared: '<what>, which <state>. Use one that this hub shares with its primary hub "<primary>".',
  },
  cause:
    "Found by `statushub:verify`. The ID belongs to a different hub, a different kind of record, or a deleted record.",
  remedy: "Pass the resource itself instead of its ID.",
});

export const unverified = problem("SH2011", {
  text: {
    shared: `<what> of the primary hub "<primary>". The API does not show whether this hub shares it: look it up in the
      control panel.`,
    unlisted: `No <kind> of hub "<hub>" is in <word> <value>, so it is not known whether that <word> exists. ${groupIdAdvice.replaceAll("`", "")}`,
  },
});

export const connectedHub = problem("SH2012", {
  text: '<what>: "<hub>" is a connected hub, and each <kind> belongs to a primary hub. Declare it there.',
});

export const invalidTime = problem("SH2013", {
  title: "A local time can't be converted",
  text: {
    skipped:
      "<time> doesn't exist in <zone>, because clocks go forward there and skip it. Use an earlier or later time.",
    form: '<time> is not a local time: write it as "2026-12-06 03:00", without an offset or zone.',
    zone: '<zone> is not a time zone: use an IANA name such as "Europe/Berlin".',
  },
  remedy: "If your time has an offset, declare it without `utcFrom`: `startTime` accepts `2026-12-06T03:00:00+01:00`.",
});

export const published = problem("SH2014", {
  title: "Removing a property publishes the record",
  text: `removing <property>: <hidden> publishes the record. Visitors of the page see it, and subscribers may be notified. To keep
    it hidden, declare <property>: <hidden>; to publish it without this warning, declare <property>: <cleared>.`,
  remedy: "If you meant to publish it, run the `up`. To stop managing the property instead, add it to `ignoreChanges`.",
});

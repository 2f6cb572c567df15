import fc from "fast-check";
import type { StatusPageArgs } from "../../../sdk/index.ts";

const key = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
  fc.constantFrom("constructor", "naïve 🙂", "a.b", "a:b"),
);
const text = fc.string({ minLength: 1, unit: "grapheme" });
const status = fc.constantFrom("up" as const, "degraded-performance" as const, "down" as const);

const sectionOf = <Entry>(entry: fc.Arbitrary<Entry>) =>
  fc.dictionary(key, entry, { maxKeys: 4, noNullPrototype: true });

/** Any valid page, as plain data. */
export const anyPage = (): fc.Arbitrary<StatusPageArgs> =>
  fc.uniqueArray(key, { minLength: 1, maxLength: 8 }).chain((keys) => {
    const serviceKey = fc.constantFrom(...keys);
    const serviceStatuses = fc.dictionary(serviceKey, status, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    const template = fc.record({ title: text, serviceStatuses }, { requiredKeys: ["title"], noNullPrototype: true });
    return fc
      .record({
        cuts: fc.array(fc.nat(keys.length), { maxLength: 2 }),
        names: fc.array(text, { minLength: keys.length, maxLength: keys.length }),
        incidentTemplates: sectionOf(template),
        maintenanceTemplates: sectionOf(template),
        subscriptions: sectionOf(
          fc.record(
            {
              method: fc.constant("sms" as const),
              address: text,
              services: fc.oneof(fc.constant("all" as const), fc.uniqueArray(serviceKey, { minLength: 1 })),
            },
            { noNullPrototype: true },
          ),
        ),
      })
      .map(({ cuts, names, ...sections }) => {
        const bounds = [0, ...cuts.sort((one, other) => one - other), keys.length];
        const groups = bounds.slice(1).map((end, index) => {
          const services = keys
            .slice(bounds[index], end)
            .map((each, place) => [each, { name: names[(bounds[index] ?? 0) + place] ?? each }] as const);
          return [`group ${index}`, { id: index + 1, services: Object.fromEntries(services) }] as const;
        });
        return { hub: { subdomain: "acme" }, groups: Object.fromEntries(groups), ...sections };
      });
  });

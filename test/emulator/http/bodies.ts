import type { Operation } from "../../../model/api/operation.ts";
import { kinds } from "../../../model/kinds/index.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { operations } from "../../../model/kinds/operations.ts";
import { subjectOf } from "../../samples/index.ts";
import type { Api } from "../emulation.ts";
import { email, incident, webhook } from "../scene.ts";

/** Bodies with the required fields of a kind, and with its title. */
const fromSamples = kinds.flatMap(({ kind, ...definition }: Definition): [string, object][] => {
  const { minimal, properties } = subjectOf(kind).samples;
  const body = (names: readonly string[], place: 0 | 1) =>
    Object.fromEntries(names.map((name) => [properties[name]?.key, properties[name]?.values[place].wire]));
  return [
    [`create${kind}`, body(minimal, 0)],
    [`update${kind}`, body(definition.title?.slice(-1) ?? [], 1)],
  ];
});

/** A valid body for each operation that takes one. */
export const bodies: Readonly<Record<string, object>> = {
  ...Object.fromEntries(fromSamples),
  createIncident: incident(),
  createIncidentUpdate: incident({ start_time: "2026-01-02T00:00:00Z" }),
  updateIncidentUpdate: { title: "y" },
  createSubscriber: { subscriptions: [webhook()] },
  updateSubscriber: { idp_id: "y" },
  createSubscription: webhook({ method_name: "slack", address: "https://example.com/2", subscriber_id: 1 }),
  updateSubscription: { label: "y" },
  createSubscriberSubscription: email(),
  updateSubscriberSubscription: { label: "z" },
};

// Deletes come last, and subscribers after their subscriptions, so that every record exists when it is requested.
const rank = (name: string) => ["delete", "restore"].findIndex((verb) => name.startsWith(verb));
export const offered = Object.entries<Operation>(operations)
  .filter(([, { response }]) => response !== undefined)
  .toSorted(([first], [second]) => rank(first) - rank(second));

export const pathOf = ({ path }: Operation) => path.replace("{subdomain}", "acme").replaceAll(/\{\w+\}/g, "1");

/** Creates a record of everything that the API can create. */
export async function createEach({ post }: Api): Promise<void> {
  for (const [name, operation] of offered.filter(([candidate]) => candidate.startsWith("create")))
    await post(pathOf(operation), bodies[name]);
}

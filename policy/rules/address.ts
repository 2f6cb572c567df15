import { kindOf, Marked, type PolicyResource, textIn, valuesOf } from "../resource.ts";
import type { Finding, Rule } from "../rule.ts";

/** Shorter addresses are words that other texts may well have. */
const shortest = 6;

/** An address lets anybody post to a channel, or is personal data: it stays encrypted, and out of every other text. */
export const address: Rule = {
  name: "statushub-address-secret",
  description: "Addresses of subscriptions are secret, and stand in no other property.",
  scope: "stack",
  check: (resources, { showsSecrets }) => {
    const subscriptions = resources.filter((resource) => kindOf(resource) === "Subscription");
    const open = subscriptions.filter(
      (resource) => textIn(valuesOf(resource).address) !== undefined && !isMarked(resource),
    );
    const addresses = subscriptions.map((resource) => textIn(valuesOf(resource).address) ?? "");
    const long = addresses.filter((text) => text.length >= shortest);
    return [
      ...(showsSecrets ? open.map(plainText) : []),
      ...resources.filter((resource) => kindOf(resource) !== undefined).flatMap((resource) => findLeak(resource, long)),
    ];
  },
};

const isMarked = (resource: PolicyResource) => valuesOf(resource).address instanceof Marked;

const plainText = (resource: PolicyResource): Finding => ({
  resource,
  message: "The address is not secret. Read it with config.requireSecret, or wrap it in pulumi.secret.",
});

function findLeak(resource: PolicyResource, addresses: readonly string[]): Finding[] {
  const { address: _, configuration: __, ...others } = valuesOf(resource);
  return Object.entries(others)
    .filter(([, value]) => typeof value === "string" && addresses.some((text) => value.includes(text)))
    .map(([property]) => ({
      resource,
      message: `${property} holds the address of a subscription in plain text. Take it out, and rotate what it gives access to.`,
    }));
}

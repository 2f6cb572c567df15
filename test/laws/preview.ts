import { expect } from "vitest";
import { unknown } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import { warningsAbout } from "../../provider/lifecycle/check.ts";
import { Uniqueness } from "../../provider/lifecycle/uniqueness.ts";
import { changes, full, type Subject } from "../samples/program.ts";
import type { Law } from "./law.ts";

export type PureLaw = Law<(subject: Subject) => void | Promise<void>>;

const uniqueIn = ({ identity = [] }: Definition) => identity;

/** Failures that a preview finds without a request, besides those of checking a single resource. */
const urnOf = (name: string) => `urn:pulumi:test::laws::pkg:index:Kind::${name}`;

export const previewLaws: readonly PureLaw[] = [
  {
    id: "PRE-1",
    case: "the second of the two fails, without the value",
    appliesTo: (definition) => uniqueIn(definition).length > 0,
    prove(subject) {
      const { definition } = subject;
      const inputs = full(subject);
      const change = changes(subject).find(({ name }) => uniqueIn(definition).includes(name));
      const other = { ...inputs, [change?.name ?? ""]: change?.to.declared };
      const uniqueness = new Uniqueness();
      // Pulumi checks a resource more than once, for example to replace it.
      for (const [urn, declared] of Object.entries({ [urnOf("one")]: inputs, [urnOf("other")]: other })) {
        expect(uniqueness.check(definition, { urn }, declared)).toEqual([]);
        expect(uniqueness.check(definition, { urn }, declared)).toEqual([]);
      }
      // Whatever else differs, such as the method of a subscription.
      const others = changes(subject).filter(({ name }) => !uniqueIn(definition).includes(name));
      const changed = Object.fromEntries(others.map(({ name, to }) => [name, to.declared]));
      const again = uniqueness.check(definition, { urn: urnOf("two") }, { ...inputs, ...changed });
      expect(again).toMatchObject([{ path: [uniqueIn(definition).at(-1)] }]);
      const { kind } = definition;
      expect(again[0]?.reason).toContain(`${kind} "two" and ${kind} "one" both declare the same `);
      if (!isAdoptOnly(definition)) expect(again[0]?.reason).toContain("on the same hub");
      // The program may keep any of them secret, which a provider doesn't know.
      for (const name of uniqueIn(definition)) expect(again[0]?.reason).not.toContain(String(inputs[name]));
    },
  },
  {
    id: "PRE-1",
    case: "values or hubs that differ or aren't known pass",
    appliesTo: (definition) => uniqueIn(definition).length > 0,
    prove(subject) {
      const { definition } = subject;
      const inputs = full(subject);
      const others = [
        ...changes(subject)
          .filter(({ name }) => uniqueIn(definition).includes(name))
          .map(({ name, to }) => ({ [name]: to.declared })),
        ...uniqueIn(definition).flatMap((name) => [undefined, unknown, null, ""].map((value) => ({ [name]: value }))),
        ...(!isAdoptOnly(definition)
          ? ["globex", { id: "2", subdomain: "acme" }, unknown].map((hub) => ({ hub }))
          : []),
      ];
      for (const other of others) {
        const uniqueness = new Uniqueness();
        expect(uniqueness.check(definition, { urn: urnOf("one") }, inputs)).toEqual([]);
        expect(uniqueness.check(definition, { urn: urnOf("two") }, { ...inputs, ...other })).toEqual([]);
      }
    },
  },
  {
    id: "PRE-3",
    prove(subject) {
      const { definition } = subject;
      const inputs = full(subject);
      for (const { name, to } of changes(subject)) {
        const news = { ...inputs, [name]: to.declared };
        expect(warningsAbout(definition, news, news)).toEqual([]);
        const isDoubtful = (definition.properties[name]?.type.doubts?.(to.declared) ?? []).length > 0;
        expect(warningsAbout(definition, inputs, news).length > 0).toBe(isDoubtful);
        expect(warningsAbout(definition, inputs, { ...news, [name]: unknown })).toEqual([]);
      }
    },
  },
];

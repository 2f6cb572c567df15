import { expect, test } from "vitest";
import type { Declared, Stored } from "../../../../model/api/form.ts";
import { definitions } from "../../../../model/kinds/index.ts";
import { Owners } from "../../../../provider/lifecycle/record/owners.ts";

/*
 * What the owners say of one record, where random sequences of engine calls can't tell: several facts forbid the same
 * deletion, or only a kind with an identity asks.
 */

const service = definitions.Service ?? expect.unreachable();

const declare = (values: object) => ({ hub: "acme", name: "Web", ...values }) as unknown as Declared;
const store = (values: object) => ({ hub: "acme", name: "Web", ...values }) as unknown as Stored;
const nothing = {} as Declared;

const isMissing = (owners: Owners, id: string, stored: Stored = store({})) =>
  owners.claimsOn(service, { id, stored }).isAdoptionMissing;

const failing = (owners: Owners, declared: Declared) =>
  owners.creating(service, declared, () => Promise.reject(new Error("the adoption fails"))).catch(() => undefined);

test("adopt: true may mean any record with the identity, in a hub that may be the same, from the create on", async () => {
  const owners = new Owners();
  const declared = declare({ customId: "pay", adopt: true });
  owners.noteCheck(service, nothing, declared);
  const stored = store({ customId: "pay" });
  expect(isMissing(owners, "7", stored)).toBe(false);

  await failing(owners, declared);
  expect(isMissing(owners, "7", stored)).toBe(true);
  expect(isMissing(owners, "7", store({ customId: "other" }))).toBe(false);
  expect(isMissing(owners, "7", store({ customId: "pay", hub: "globex" }))).toBe(false);

  await owners.creating(service, declared, async () => undefined);
  expect(isMissing(owners, "7", stored)).toBe(false);
});

test("a resource that exists is deployed as it was until it is compared, on its hub", () => {
  const owners = new Owners();
  const [previous, declared] = [declare({ customId: "pay" }), declare({ customId: "pay", name: "Site" })];
  const isDeployed = (values: object) => owners.declarations.isDeployed(service, declare(values), ["customId"]);
  owners.noteCheck(service, previous, declared);
  expect(isDeployed({ customId: "pay" })).toBe(true);
  expect(isDeployed({ customId: "pay", hub: "globex" })).toBe(false);

  owners.requireSole(service, { id: "7", stored: store({ customId: "pay" }), declared });
  expect(isDeployed({ customId: "pay" })).toBe(false);
});

test("a resource is refused a record that another one will adopt, and may name its own", () => {
  const owners = new Owners();
  const [own, other] = [declare({ adopt: "7" }), declare({ name: "Site", adopt: "8" })];
  owners.noteCheck(service, declare({}), own);
  owners.noteCheck(service, nothing, other);
  owners.requireSole(service, { id: "7", stored: store({}), declared: own });
  expect(() => owners.requireSole(service, { id: "8", stored: store({}), declared: own })).toThrow("[SH4010]");
});

test("an adopt that stays in the program is planned once, and done after each replacement", () => {
  const owners = new Owners();
  const declared = declare({ adopt: "7" });
  owners.noteCheck(service, declared, declared);
  expect(isMissing(owners, "7")).toBe(false);
  expect(owners.isAdoptDone(service, declared)).toBe(true);

  // A new resource may declare the same, until Pulumi runs the program again.
  owners.noteSame(service, declared);
  expect(owners.isAdoptDone(service, declared)).toBe(false);
  owners.noteCheck(service, declared, declared);
  expect(owners.isAdoptDone(service, declared)).toBe(true);
});

test("a record whose adoption failed misses it, and what another resource created isn't adopted elsewhere", () => {
  const owners = new Owners();
  owners.noteDeclared(service, ["6"]);
  owners.noteDeclared(service, ["7"], "k3j9");
  owners.noteDeclared(service, ["8"], "a1b2");
  expect(owners.adoptedElsewhere(service, "k3j9")).toEqual(["8"]);

  owners.noteFailedAdoption(service, ["8"], "a1b2");
  expect([isMissing(owners, "7"), isMissing(owners, "8")]).toEqual([false, true]);
});

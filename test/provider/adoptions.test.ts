import { expect, test } from "vitest";
import { definitions } from "../../kinds/index.ts";
import { shareAdoptions } from "../../provider/adoptions.ts";
import { Owners } from "../../provider/lifecycle/owners.ts";

const service = definitions.Service ?? expect.unreachable();
// A port on which no engine listens.
const engine = () => `127.0.0.1:${70_000 + Math.floor(Math.random() * 1e9)}`;

test("OWN-1: a record that one process of a run has adopted isn't deleted by another one", () => {
  const address = engine();
  const [native, dynamic] = [1, 2].map(() => new Owners(shareAdoptions(address, "https://acme.example.com")));
  native?.noteDeclared(service, "7", "k3j9");

  expect(dynamic?.isDeclaredElsewhere(service, "7")).toBe(true);
  expect(dynamic?.isDeclaredElsewhere(service, "7", "k3j9")).toBe(false);
  expect(dynamic?.isDeclaredElsewhere(service, "77")).toBe(false);
});

test("another run and another account don't see it", () => {
  const address = engine();
  new Owners(shareAdoptions(address, "https://acme.example.com")).noteDeclared(service, "7", "k3j9");
  for (const [where, baseUrl] of [
    [engine(), "https://acme.example.com"],
    [address, "https://globex.example.com"],
  ]) {
    const others = new Owners(shareAdoptions(where, baseUrl));
    expect(others.isDeclaredElsewhere(service, "7")).toBe(false);
  }
  expect(shareAdoptions("no address", "https://acme.example.com")).toBeUndefined();
});

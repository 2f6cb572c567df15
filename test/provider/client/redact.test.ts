import { expect, it } from "vitest";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { redact } from "../../../provider/client/redact.ts";
import { secretsIn } from "../../../provider/lifecycle/forms/secrets.ts";

const address = 'https://hooks.example.com/services/T0/kTp4XqZ?a=1&b="x"';
const masked = (message: string, ...values: Record<string, unknown>[]) =>
  redact(message, [
    "key-9f8e7d6c",
    ...(values.length === 0 ? [{ address }] : values).flatMap((some) => secretsIn(subscription, some)),
  ]);

it.each([
  ["unchanged", `${address} is taken`, "[secret] is taken"],
  ["re-cased", `${address.toUpperCase()} is taken`, "[secret] is taken"],
  ["inside JSON", `got ${JSON.stringify({ address })}`, 'got {"address":"[secret]"}'],
  ["in a URL", `?q=${encodeURIComponent(address)}`, "?q=[secret]"],
  ["encoded", `${address.replaceAll("&", "&amp;")} is taken`, "[secret] is taken"],
  ["by its path", "no such hook /services/T0/kTp4XqZ?a=1&b=%22x%22", "no such hook [secret]"],
  ["shortened", `unknown ${address.slice(0, 40)}...`, "unknown [secret]..."],
  ["shortened by an ellipsis", `unknown ${address.slice(0, 40)}…`, "unknown [secret]…"],
  ["re-cased and shortened", `unknown ${address.slice(0, 40).toUpperCase()}...`, "unknown [secret]..."],
  ["twice", `${address}, ${address}`, "[secret], [secret]"],
])("masks a secret: %s", (_, message, expected) => {
  expect(masked(message)).toBe(expected);
});

it("masks the key", () => {
  expect(masked("key-9f8e7d6c and KEY-9F8E7D6C")).toBe("[secret] and [secret]");
});

it("masks the token of a service, which is an output", () => {
  const message = "integration 3fb1c0de is locked";
  expect(redact(message, secretsIn(service, { name: "API", token: "3fb1c0de" }))).toBe(
    "integration [secret] is locked",
  );
});

it("masks values inside a configuration, and short values only as whole words", () => {
  const configuration = { token: "s3cr3t-token", nested: [{ pin: 42, on: true, letter: "e" }] };

  expect(masked("422: token s3cr3t-token, pin 42, letter e, see field 1422", { configuration })).toBe(
    "422: token [secret], pin [secret], letter [secret], see field 1422",
  );
});

it("masks the secrets of every set of values", () => {
  expect(masked("old ops@acme.io, new all@acme.io", { address: "ops@acme.io" }, { address: "all@acme.io" })).toBe(
    "old [secret], new [secret]",
  );
});

it.each([
  ["too long for a pattern", "s3cr3t ".repeat(10_000)],
  ["with half of a surrogate pair", `${"s3cr3t ".repeat(10)}\ud83d`],
])("masks a secret that is %s", (_, secret) => {
  expect(masked(`got ${secret.slice(0, 50)}... and `, { configuration: { secret } })).toBe("got [secret]... and ");
});

it("keeps what isn't secret", () => {
  expect(masked("label Team A", { label: "Team A" })).toBe("label Team A");
});

it.each(["+49 170 1234567", "+491701234567", "+49-170-1234567", "+49 (170) 123 45 67", "491701234567"])(
  "masks a phone number with any separators between its digits: %s",
  (form) => {
    expect(masked(`422: ${form} is taken, see 1234567`, { address: "+49 170 1234567" })).toBe(
      "422: [secret] is taken, see 1234567",
    );
  },
);

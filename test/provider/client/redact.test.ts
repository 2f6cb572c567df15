import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { hub } from "../../../model/kinds/hub.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { redact } from "../../../provider/client/redact.ts";
import { leftoverRecord } from "../../../provider/errors/up.ts";
import { maskOf } from "../../../provider/lifecycle/forms/mask.ts";
import type { Secrecy } from "../../../provider/lifecycle/forms/secrets.ts";

const address = 'https://hooks.slack.com/services/T0/kTp4XqZ?a=1&b="x"';
const unmarked = (definition: Definition): Secrecy => ({ definition, marked: new Set() });
const masked = (message: string, ...values: Record<string, unknown>[]) =>
  maskOf(unmarked(subscription), ...(values.length === 0 ? [{ address }] : values))(message);
/** As a message about a resource is masked. */
const maskedFor = (values: Record<string, unknown>, message: string, secrecy = unmarked(subscription)) =>
  maskOf(secrecy, values)(message);

it.each([
  ["unchanged", `${address} is taken`, '[secret]" is taken'],
  ["inside JSON", `got ${JSON.stringify({ address })}`, 'got {"address":"[secret]\\""}'],
  ["in a URL", `?q=${encodeURIComponent(address)}`, "?q=[secret]%22"],
  ["with entities", `${address.replaceAll("&", "&amp;")} is taken`, '[secret]" is taken'],
  ["by its path", "no such hook /services/T0/kTp4XqZ?a=1&b=%22x%22", "no such hook /[secret]%22"],
  ["by its last part", "no such hook kTp4XqZ", "no such hook [secret]"],
  ["shortened", `unknown ${address.slice(0, 38)}...`, "unknown [secret]..."],
  ["shortened at its beginning", `unknown …${address.slice(36)}`, 'unknown …[secret]"'],
  ["by its path, but not its host", "hooks.slack.com has no kTp4XqZ", "hooks.slack.com has no [secret]"],
  ["twice", `${address}, ${address}`, '[secret]", [secret]"'],
])("masks a secret: %s", (_, message, expected) => {
  expect(masked(message)).toBe(expected);
});

const forms: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => `%${hexadecimal(character, 2)}`,
  (character) => `\\u${hexadecimal(character, 4)}`,
  (character) => `&#x${hexadecimal(character, 1)};`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => (character === "/" ? "\\/" : character),
];
const hexadecimal = (character: string, length: number) => character.charCodeAt(0).toString(16).padStart(length, "0");

it("masks a secret in whatever form the server writes each of its characters", () => {
  const character = fc.tuple(fc.constantFrom(..."abcxyz0189/-"), fc.constantFrom(...forms));
  const letter = fc.tuple(fc.constantFrom(..."abcxyz0189"), fc.constantFrom(...forms));
  const quoted = fc.tuple(fc.array(letter, { minLength: 6 }), fc.array(character), letter);
  fc.assert(
    fc.property(quoted, ([first, rest, last]) => {
      const all = [...first, ...rest, last];
      const quotation = all.map(([each, write]) => write(each)).join("");
      expect(redact(`<${quotation}>`, [all.map(([each]) => each).join("")])).toBe("<[secret]>");
    }),
  );
});

it("masks the token of a service, which is an output", () => {
  const message = "integration 3fb1c0de is locked";
  expect(maskedFor({ name: "API", token: "3fb1c0de" }, message, unmarked(service))).toBe(
    "integration [secret] is locked",
  );
});

it("masks values inside a configuration, and short values only as whole words", () => {
  const configuration = { token: "s3-cr3-t", nested: [{ pin: 42, code: "12-34", on: true, letter: "e" }] };

  expect(masked("422: token s3_cr3_t, pin 42, code 12-34, letter e, see field 1422", { configuration })).toBe(
    "422: token [secret], pin [secret], code [secret], letter [secret], see field 1422",
  );
});

it("masks the secrets of every set of values", () => {
  expect(masked("old ops@acme.io, new all@acme.io", { address: "ops@acme.io" }, { address: "all@acme.io" })).toBe(
    "old [secret], new [secret]",
  );
});

it("masks what has half of a surrogate pair, or encodes no character", () => {
  const secret = `${"s3cr3t ".repeat(10)}\ud83d`;
  expect(masked(`is ${secret} and ${secret.replaceAll(" ", "%ff")}, &#x110000;`, { configuration: { secret } })).toBe(
    "is [secret] \ud83d and [secret]%ff\ud83d, &#x110000;",
  );
});

describe("[MSG-1] leaves words alone", () => {
  it.each([
    ["the host of an address", { address: "oncall@acmecorp.example" }, 'in hub "acmecorp", @acmecorp.example'],
    ["the hub's name", { hub: "acmecorp", address: "https://h.example/acmecorp/x" }, 'in hub "acmecorp"'],
    ["the hub of a resource", { hub: { id: "1", subdomain: "oncall" }, address: "oncall@acme.io" }, 'in hub "oncall"'],
    ["the label", { label: "Payments hook", address: "https://h.example/payments" }, "Payments hook is gone"],
    ["StatusHub's words", { address }, 'services must be "all", and service 9 not found'],
    ["our own", { address: "https://h.example/statushub" }, leftoverRecord.unknown({ reason: "no" })],
  ])("%s", (_, values, message) => {
    expect(maskedFor(values, message)).toBe(message);
  });

  it.each([
    ["a part of such a word", { hub: "acmecorp", address: "https://h.example/acmecorp2" }, "acmecorp2", "[secret]"],
    ["the user of an email address", { address: "oncall@acme.example" }, "user oncall", "user [secret]"],
    ["a short user", { address: "all@acme.io" }, "all the values of all@acme...", "all the values of [secret]..."],
    ["a whole address, with its host", { hub: "acme", address: "ops@acme.io" }, "for ops@acme.io", "for [secret]"],
    ["an address in the label", { label: `to ${address}`, address }, "no kTp4XqZ", "no [secret]"],
    ["a whole secret", { hub: "globex", configuration: { token: "globex" } }, "hub globex", "hub [secret]"],
  ])("but masks %s", (_, values, message, expected) => {
    expect(maskedFor(values, message)).toBe(expected);
  });

  it.each([
    ["https://me:pw@status.acme.example:8443/a/b?x=1#y", "https://[secret]@status.acme.example:[secret]"],
    ["https://status.acme.example/hook", "https://status.acme.example/[secret]"],
    ["https://status.acme.example", "[secret]"],
    ["https://status.acme.example/", "[secret]/"],
  ])("of a URL that isn't an address, the scheme and the host: %s", (productUrl, expected) => {
    const secret = { definition: hub, marked: new Set(["productUrl"]) };
    expect(maskedFor({ productUrl }, `422: ${productUrl} is taken`, secret)).toBe(`422: ${expected} is taken`);
  });
});

it("masks what may be secret only where more of it is quoted", () => {
  const message = "The body must not say maintenance: <p>A planned maintenance of the database</p>";
  expect(redact(message, ["<p>A planned maintenance of the database</p>"], { mask: "[value]", least: 16 })).toBe(
    "The body must not say maintenance: <[value]>",
  );
});

it.each(["49 170 1234567", "491701234567", "49-170-1234567", "49 (170) 123 45 67", "49%20170&nbsp;1234567"])(
  "masks a phone number with any separators between its digits: %s",
  (form) => {
    expect(masked(`422: +${form} is taken, see 12345`, { address: "+49 170 1234567" })).toBe(
      "422: +[secret] is taken, see 12345",
    );
  },
);

it.each([
  ["after a letter in two bytes and a space", "ab", "name=caf%C3%A9%20ab"],
  ["that begins with such a letter", "\u00e9t\u00e9", "x%20%C3%A9t%C3%A9%20y"],
  ["all in bytes", "ab", "x%20%61%62%20y"],
])("masks a short secret in a URL: %s", (_, secret, message) => {
  expect(redact(message, [secret])).toBe(message.replace(/ab|%C3%A9t%C3%A9|%61%62/, "[secret]"));
});

it("shows a short secret within a word, also in bytes", () => {
  expect(redact("cab, c%61b, %63%61%62", ["ab"])).toBe("cab, c%61b, %63%61%62");
});

/** How many characters are looked at while a message is masked, by whatever looks through text. */
function workFor(message: string, secrets: readonly string[]): number {
  let work = 0;
  const count = (owner: object, name: string, lengthOf: (self: unknown, first: unknown) => number) => {
    const original = Reflect.get(owner, name);
    return vi.spyOn(owner as Record<string, () => unknown>, name).mockImplementation(function (
      this: unknown,
      ...args: unknown[]
    ) {
      work += lengthOf(this, args[0]);
      return Reflect.apply(original, this, args);
    } as never);
  };
  const searches = ["replace", "replaceAll", "matchAll", "match", "split", "includes", "indexOf", "toLowerCase"];
  const spies = [
    ...searches.map((name) => count(String.prototype, name, (self) => String(self).length)),
    count(String.prototype, "slice", () => 1),
    count(RegExp.prototype, "test", (_, text) => String(text).length),
  ];
  redact(message, secrets);
  for (const spy of spies) spy.mockRestore();
  return work;
}

it("looks at each character a fixed number of times", () => {
  const at = (size: number) =>
    workFor(`${"x1y2z3 ".repeat(size)}...`, ["w4v5u6 ".repeat(size), "x1y2z3t4".repeat(size)]);
  expect(at(200) / at(100)).toBeLessThan(2.1);
  expect(at(200)).toBeLessThan(200 * 22 * 20);
});

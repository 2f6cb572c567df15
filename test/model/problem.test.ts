import { expect, test } from "vitest";
import { problem, reword, withCodeOf, withoutCode } from "../../model/problem.ts";

const lost = problem("SH1234", {
  text: `<record> of "<hub>" is lost,
    <count> times.`,
});
const kept = problem("SH1235", { text: { once: "it is kept.", often: "it is kept <count> times." } });

test("a message fills every placeholder, fits on one line, and ends with its code", () => {
  expect(lost({ record: "Service <1>", hub: "acme", count: 2 })).toBe(
    'Service <1> of "acme" is lost, 2 times. [SH1234]',
  );
  expect(kept.once()).toBe("it is kept. [SH1235]");
  expect(kept.often({ count: 3 })).toBe("it is kept 3 times. [SH1235]");
});

test("the types require exactly one value for each placeholder", () => {
  // @ts-expect-error a value is missing
  lost({ record: "a", hub: "b" });
  // @ts-expect-error there is no such placeholder
  kept.often({ count: 1, hub: "acme" });
  // @ts-expect-error it takes none
  kept.once({ count: 1 });
  expect(lost.explanation.code).toBe("SH1234");
});

test("a message as part of another one has its code once, at the end", () => {
  const message = kept.once();

  expect(withoutCode(message)).toBe("it is kept");
  expect(reword(message, (text) => `Could not go on: ${text}. Try again.`)).toBe(
    "Could not go on: it is kept. Try again. [SH1235]",
  );
  expect(reword("a defect.", (text) => `Could not go on: ${text}!`)).toBe("Could not go on: a defect!");
  expect(withCodeOf("it failed [SH0001]", message)).toBe("it is kept. [SH0001]");
  expect(withCodeOf("it failed", message)).toBe(message);
});

import { expect, it } from "vitest";
import { describeBudget } from "../../../provider/client/budget.ts";
import { createPace } from "../../../provider/client/pace.ts";
import { VirtualClock } from "./virtual-clock.ts";

async function spend(limit: number, { answered, refused = 0 }: { answered: number; refused?: number }) {
  const clock = new VirtualClock();
  const pace = createPace({ limit, clock });
  const requests = Array.from({ length: answered + refused }, async (_, index) => {
    const departure = await pace.admit();
    if (index < answered) departure.answered();
    else departure.refused();
  });
  await clock.run();
  await Promise.all(requests);
  return { pace, perSecond: limit };
}

it("tells what a long run has used of both limits", async () => {
  expect(describeBudget(await spend(30, { answered: 3 }), await spend(5, { answered: 100 }))).toBe(
    "StatusHub: 100 writes and 3 reads in all (at most 5 and 30 a second), none refused with 429",
  );
  expect(describeBudget(await spend(30, { answered: 150 }), await spend(5, { answered: 0 }))).toContain("150 reads");
});

it("tells nothing of a run of less than five seconds", async () => {
  expect(describeBudget(await spend(30, { answered: 149 }), await spend(5, { answered: 24 }))).toBeUndefined();
});

it("tells whatever was refused", async () => {
  expect(
    describeBudget(await spend(30, { answered: 1, refused: 1 }), await spend(5, { answered: 1, refused: 1 })),
  ).toBe("StatusHub: 1 writes and 1 reads in all (at most 5 and 30 a second), 2 refused with 429");
});

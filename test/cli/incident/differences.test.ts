import { describe, expect, it } from "vitest";
import type { EmulatorAssumptions } from "../../../emulator/index.ts";
import { differences } from "../../../model/guesses/index.ts";
import { startHub } from "./scene.ts";

describe("[INC-2] with a service that differs", () => {
  it.each<EmulatorAssumptions>([
    { "list-fields": "minimal" },
    { "list-fields": "shortened" },
    { "entity-encode": ["incidents.title", "incident_updates.title", "incident_updates.body"] },
  ])("what is there is found if StatusHub shows it otherwise: %j", async (assume) => {
    const { open, update, resolve, posts } = await startHub({ assume });
    for (const isFirst of [true, false]) {
      expect(await open()).toMatchObject({ sent: isFirst, id: 1 });
      expect(await update("Cause found")).toMatchObject({ sent: isFirst, id: 1 });
    }
    expect(await open()).toMatchObject({
      sent: false,
      id: 1,
      text: expect.stringMatching(/^Open since 2\S+Z as acme/),
    });
    expect(await resolve()).toMatchObject({ sent: true });
    expect(posts()).toHaveLength(3);
  });

  /** Lists that show a write seconds later, and texts that are neither kept nor a form of what was sent: case counts. */
  const unrecognizable = ["current-lists=late", "texts=prefixed", "texts=shortened", "texts=capitals"];

  it.each([...differences.keys()].filter((name) => !unrecognizable.includes(name)))(
    "nothing is sent twice with %s",
    async (name) => {
      const [guess = "", difference] = name.split("=");
      const { open, update, resolve, emulator } = await startHub();
      emulator.assume({ [guess]: difference });
      for (const step of [open, () => update("Cause found"), open, () => resolve("API is up again")]) {
        const isSent = () =>
          step().then(
            ({ sent }) => sent,
            () => undefined,
          );
        if (await isSent()) expect(await isSent()).not.toBe(true);
      }
      expect(emulator.records("incidents").length).toBeLessThan(2);
    },
  );
});

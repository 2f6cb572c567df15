import { describe, expect, it } from "vitest";
import { startHub } from "./scene.ts";

describe("[INC-2] what is there already", () => {
  it("an open incident with this title that says something else is named, and isn't taken for the same", async () => {
    const { open, changes, posts } = await startHub();
    await open();
    changes.set("API is down", { body: "<p>All regions.</p>" });
    await expect(open()).rejects.toThrow(
      "acme/1 is open with this title and says something else (body). Post an update instead: npx pulumi-statushub incident update acme/1",
    );
    changes.set("API is down", { serviceStatuses: [{ service: "1", status: "degraded-performance" }] });
    await expect(open()).rejects.toThrow("says something else (serviceStatuses)");
    expect(posts()).toHaveLength(1);
  });

  it.each([
    [
      "a link's address",
      '<p>See <a href="https://acme.example/1">this</a>.</p>',
      '<p>See <a href="https://acme.example/2">this</a>.</p>',
    ],
    ["a letter's case", "<p>The api.</p>", "<p>The API.</p>"],
  ])("an update that differs only in %s is posted", async (_, first, second) => {
    const { open, update, changes } = await startHub();
    await open();
    changes.set("Cause found", { body: first });
    expect(await update("Cause found")).toMatchObject({ sent: true });
    expect(await update("Cause found")).toMatchObject({ sent: false });
    changes.set("Cause found", { body: second });
    expect(await update("Cause found")).toMatchObject({ sent: true });
  });

  it("of two equal incidents, whoever opened the second one resolves it", async () => {
    const { emulator, api, open, whileWaiting } = await startHub();
    emulator.faults.add({ operation: "createIncident", drop: "before" });
    const both = async () => {
      const body = emulator.requests.find(({ method }) => method === "POST")?.body as object;
      for (const _ of [1, 2]) await api.post("/hubs/acme/incidents", body);
    };
    whileWaiting.push(both);
    const { text } = await open();
    expect(text).toBe(
      "The response was lost, and two equal incidents have appeared: acme/2 and acme/1. One of them is yours.",
    );
  });
});

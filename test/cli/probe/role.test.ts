import { expect, test } from "vitest";
import { redact } from "../../../cli/probe/recording.ts";
import { type Report, reportOn } from "../../../cli/probe/report.ts";
import { startAccount, statushub } from "../statushub.ts";
import { Scene } from "./scene.ts";

const play = (role: string, more = {}) => Scene.play({ role, roles: true, hub: undefined, areas: [], ...more });

test.each([
  ["admin", "manager or admin"],
  ["manager", "manager or admin"],
  ["editor", "editor"],
  ["read-only", "read-only"],
])("[PRB-1] finds out the role %s on every hub, and changes nothing", async (role, expected) => {
  const { recording, sent, answers, ...played } = await play(role);
  expect(played).toMatchObject({ harm: [], left: [], live: [], failure: undefined, differing: [] });

  const { roles = [], limit } = reportOn(recording, []);
  expect(roles.map(({ hub }) => hub)).toEqual(["acme", "empty", "partners"]);
  // A connected hub has no services to update.
  const connected = role === "read-only" ? "read-only" : "editor or more";
  expect(roles.map((each) => each.role.split(/[,:]/)[0])).toEqual([expected, expected, connected]);
  // Only a 403 proves that the API checks permissions before it looks for the record.
  const isProven = role === "editor" || role === "read-only";
  expect(roles.map(({ isCertain }) => isCertain)).toEqual([isProven, isProven, isProven]);
  expect(answers["permissions-first"].answer).toBe(isProven ? "holds" : "not tried");
  expect(limit).toMatch(/no sign of other clients|429/);
  expect(sent.filter(({ method }) => method !== "GET").map(({ method }) => method)).toEqual(
    Array(role === "read-only" ? 3 : 5).fill("PUT"),
  );
  const again = reportOn(redact(recording), []).roles ?? [];
  expect(again.map((each) => each.role)).toEqual(roles.map((each) => each.role));
});

test("reports no role as certain if StatusHub hides missing permissions", async () => {
  const { recording } = await play("editor", { assume: { "permissions-first": "record-first" } });
  const { roles = [] } = reportOn(recording, []);
  expect(roles.map(({ isCertain }) => isCertain)).toEqual([false, false, false]);
  expect(roles[0]?.role).toContain("manager or admin, if StatusHub reports missing permissions");
});

test("says that a role is unknown if StatusHub fails, and who else uses the key", async () => {
  const { emulator, env } = await startAccount({ limits: "real" });
  emulator.faults.add({ operation: "updateService", status: 500, times: 99 });
  emulator.setOtherClient({ reads: 12 });
  const { stdout } = await statushub(["probe", "--role", "--hub", "acme", "--json"], { env });
  const { roles, limit } = JSON.parse(stdout) as Report;
  expect(roles).toEqual([{ hub: "acme", role: "unknown (500)", isCertain: false }]);
  expect(limit).toMatch(/another client probably uses this key$/);
});

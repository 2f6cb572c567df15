import { expect, it } from "vitest";
import { periodOf, statusName, summaryOf } from "../../../emulator/site/wording.ts";

it("a period only names the day of its end if it differs", () => {
  const words = (from: string, to: string) =>
    String(periodOf(from, to)).replaceAll(/<.*?>/g, "").replaceAll("\u00a0", " ");
  expect(words("2026-01-03T10:00:00Z", "2026-01-03T12:30:00Z")).toBe("3 Jan 2026, 10:00 to 12:30 UTC");
  expect(words("2026-01-03T22:00:00Z", "2026-01-04T02:00:00Z")).toBe("3 Jan 2026, 22:00 to 4 Jan 2026, 02:00 UTC");
});

it("an unknown status is shown unchanged", () => {
  expect(["down", "constructor", "on fire"].map(statusName)).toEqual(["Down", "constructor", "on fire"]);
});

it("a hub is summarized by its worst services", () => {
  const services = (...statuses: ("up" | "degraded-performance" | "down")[]) => statuses.map((status) => ({ status }));
  expect(summaryOf([])).toBe("There are no services yet");
  expect(summaryOf(services("up", "up"))).toBe("All services are up");
  expect(summaryOf(services("up", "degraded-performance"))).toBe("1 service has degraded performance");
  expect(summaryOf(services("degraded-performance", "degraded-performance"))).toBe(
    "2 services have degraded performance",
  );
  expect(summaryOf(services("down", "degraded-performance"))).toBe("1 service is down");
  expect(summaryOf(services("down", "down", "up"))).toBe("2 services are down");
});

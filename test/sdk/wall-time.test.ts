import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utcFrom } from "../../sdk/wall-time.ts";

describe("REC-13: wall time and zone", () => {
  it.each([
    ["2026-12-06 03:00", "Europe/Berlin", "2026-12-06T02:00:00Z"],
    ["2026-07-06T03:00:30", "Europe/Berlin", "2026-07-06T01:00:30Z"],
    ["2026-01-01 00:15", "Asia/Kathmandu", "2025-12-31T18:30:00Z"],
    ["2026-12-31 23:00", "America/New_York", "2027-01-01T04:00:00Z"],
    ["2026-06-01 00:00", "Pacific/Kiritimati", "2026-05-31T10:00:00Z"],
    ["2028-02-29 12:00", "UTC", "2028-02-29T12:00:00Z"],
    ["2026-03-29 01:59:59", "Europe/Berlin", "2026-03-29T00:59:59Z"],
    ["2026-03-29 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"],
  ])("%s in %s is %s", (wallTime, zone, instant) => {
    expect(utcFrom(wallTime, zone)).toBe(instant);
  });

  it.each([
    ["2026-03-29 02:00", "Europe/Berlin"],
    ["2026-03-29 02:59:59", "Europe/Berlin"],
    ["2026-03-08 02:30", "America/New_York"],
    ["2026-10-04 02:15", "Australia/Lord_Howe"],
    ["2011-12-30 12:00", "Pacific/Apia"],
  ])("%s is skipped in %s, which is an error that says so", (wallTime, zone) => {
    expect(() => utcFrom(wallTime, zone)).toThrow(`${wallTime} doesn't exist in ${zone}, because clocks go forward`);
  });

  it.each([
    ["2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
    ["2026-11-01 01:00", "America/New_York", "2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"],
    ["2026-04-05 01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"],
  ])(
    "%s occurs twice in %s: the earlier one by default, the later one on request",
    (wallTime, zone, earlier, later) => {
      expect(utcFrom(wallTime, zone)).toBe(earlier);
      expect(utcFrom(wallTime, zone, { twice: "later" })).toBe(later);
    },
  );

  it.each([
    "",
    "2026-12-06",
    "2026-02-30 03:00",
    "2026-12-06 24:00",
    "2026-12-06T03:00Z",
    "2026-12-06 03:00+01:00",
    "6.12.2026 3:00",
  ])("rejects %j", (wallTime) => {
    expect(() => utcFrom(wallTime, "Europe/Berlin")).toThrow(/is not a local time/);
  });

  it.each(["Berlin", "", "Europe/Atlantis", undefined])("rejects the zone %j", (zone) => {
    expect(() => utcFrom("2026-12-06 03:00", zone as string)).toThrow(/is not a time zone: use an IANA name/);
  });

  it("returns every instant that a clock in the zone shows", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca"];
    const minutes = fc.integer({ min: Date.UTC(1990, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = new Date(minute * 60_000);
        const shown = new Intl.DateTimeFormat("sv-SE", {
          timeZone: zone,
          dateStyle: "short",
          timeStyle: "medium",
        }).format(instant);
        const candidates = [utcFrom(shown, zone), utcFrom(shown, zone, { twice: "later" })];

        expect(candidates).toContain(`${instant.toISOString().slice(0, 19)}Z`);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { created, incidents, resolve, withServices } from "./incident-scene.ts";

describe("the list of incidents", () => {
  it("shows the type of the last update, newest first", async () => {
    const api = await withServices();
    await created(api);
    await resolve(api, 1);
    await created(api, { start_time: "2026-01-01T11:00:00Z", incident_type: "identified" });
    expect((await api.get(incidents)).body.data).toMatchObject([
      { id: 2, last_incident_type: "identified", end_time: null },
      { id: 1, last_incident_type: "resolved" },
    ]);
  });

  it("[LST-06] [LST-07] [LST-08] [LST-09] [LST-10] holds incidents that overlap a range; an open incident never ends", async () => {
    const api = await withServices();
    await created(api, { start_time: "2025-12-01 00:00:00" });
    await resolve(api, 1, { start_time: "2025-12-03 00:00:00" });
    await created(api, { start_time: "2025-12-05 00:00:00" });
    const ids = async (query: string) =>
      (await api.get(`${incidents}?${query}`)).body.data.map(({ id }: { id: number }) => id).toSorted();
    expect(await ids("")).toEqual([1, 2]);
    expect(await ids("start_time=2025-12-02T00:00:00Z&end_time=2025-12-02T12:00:00Z")).toEqual([1]);
    expect(await ids("start_time=2025-11-01 00:00:00&end_time=2025-12-10 00:00:00")).toEqual([1, 2]);
    expect(await ids("start_time=2025-12-04 00:00:00&end_time=2025-12-04 12:00:00")).toEqual([]);
    expect(await ids("start_time=2025-12-04 00:00:00")).toEqual([2]);
    expect(await ids("start_time=2999-01-01 00:00:00")).toEqual([2]);
    expect(await ids("end_time=2025-12-04 00:00:00")).toEqual([1]);
    expect(await ids("end_time=2025-11-01 00:00:00")).toEqual([]);
    // Touching counts as overlapping: the first second of one, the last of the other.
    expect(await ids("end_time=2025-12-01 00:00:00")).toEqual([1]);
    expect(await ids("start_time=2025-12-03 00:00:00&end_time=2025-12-04 00:00:00")).toEqual([1]);
    expect((await api.get(`${incidents}?start_time=soon`)).status).toBe(422);
  });

  it("includes drafts by default", async () => {
    const api = await withServices();
    await created(api, { state: "draft" });
    await created(api);
    const ids = async (query: string) =>
      (await api.get(`${incidents}${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids("")).toEqual([2, 1]);
    expect(await ids("?draft=false")).toEqual([2]);
    expect(await ids("?draft=true")).toEqual([1]);
  });
});

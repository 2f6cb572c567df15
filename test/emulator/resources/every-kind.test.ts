import { describe, expect, it } from "vitest";
import { createIncident, withServices } from "../scene.ts";
import { kinds, updates } from "./kinds.ts";

/** An emulator whose third service is deleted, with an incident if the records are part of one. */
async function withPlace(path: string, options: object = {}) {
  const api = await withServices(options);
  await api.delete("/hubs/acme/services/3");
  if (path === updates) await createIncident(api);
  return api;
}

const pick = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const without = (fields: object, names: readonly string[] = []) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const titled = (clauses: string | undefined, title: string) => (clauses === undefined ? title : `${clauses} ${title}`);

describe.each(kinds)("$name", ({ path, clauses, body, changes, ...kind }) => {
  const least = pick(body, kind.required);

  it(titled(clauses.created, "is created with the sent values"), async () => {
    const api = await withPlace(path);
    const { status, body: created } = await api.post(path, body);
    const dates = { created_at: "2026-01-02T00:00:00Z", updated_at: "2026-01-02T00:00:00Z" };
    // A new field is null until somebody sets it, which the laws do.
    const unset = Object.fromEntries(Object.entries(created).filter(([, value]) => value === null));
    expect([status, created]).toEqual([
      200,
      { ...unset, ...without(body, kind.notReturned), ...kind.response, ...dates },
    ]);
    expect((await api.get(`${path}/${created.id}`)).body).toEqual(created);
  });

  it(
    titled(clauses.least, "needs no optional field, and may have null in those that are null by default"),
    async () => {
      const empty = Object.entries(kind.optional).filter(([, value]) => value === null);
      for (const fields of [{}, Object.fromEntries(empty)]) {
        const api = await withPlace(path);
        expect((await api.post(path, { ...least, ...fields })).body).toMatchObject(kind.optional);
      }
    },
  );

  it.each(kind.required)(titled(clauses.least, "is rejected without %s"), async (field) => {
    const api = await withPlace(path);
    const before = api.emulator.snapshot();
    const { status, body: rejected } = await api.post(path, without(least, [field]));
    expect([status, rejected.error]).toEqual([422, expect.stringMatching(`^${field} is required`)]);
    expect(api.emulator.snapshot()).toEqual(before);
  });

  const wrong = Object.entries(kind.wrong).flatMap(([field, values]) =>
    values.map((value) => [field, { [field]: value }] as const),
  );
  it.each([...wrong, ...kind.problems])(
    titled(clauses.rejected, "is rejected because %s: %j"),
    async (problem, fields) => {
      const api = await withPlace(path);
      const { id } = (await api.post(path, body)).body;
      const before = api.emulator.snapshot();
      const responses = [await api.post(path, { ...body, ...fields })];
      if (changes) responses.push(await api.put(`${path}/${id}`, fields));
      for (const { status, body: rejected } of responses)
        expect([status, rejected.error.slice(0, problem.length)]).toEqual([422, problem]);
      expect(api.emulator.snapshot()).toEqual(before);
    },
  );

  if (changes)
    it(titled(clauses.changed, "only changes the fields that are sent"), async () => {
      const api = await withPlace(path);
      let expected = (await api.post(path, body)).body;
      const one = `${path}/${expected.id}`;
      for (const change of changes) {
        expected = { ...expected, ...change };
        expect((await api.put(one, change)).body).toEqual(expected);
      }
      expect((await api.get(one)).body).toEqual(expected);
    });

  it(titled(clauses.listed, "is listed with basic info"), async () => {
    const api = await withPlace(path);
    const created = (await api.post(path, body)).body;
    const listed = (await api.get(`${path}?page=1&per_page=10`)).body.data;
    const [record] = listed.filter(({ id }: { id: unknown }) => id === created.id);
    expect(pick(record, Object.keys(created))).toEqual(without(created, kind.notListed ?? []));
  });

  it("[COM-02] [ITP-18] [MNT-25] is soft-deleted: can still be read, but not listed or changed", async () => {
    const api = await withPlace(path);
    const total = async (query: string) => (await api.get(`${path}?${query}`)).body.total;
    const before = [await total(""), await total("deleted=true")];
    const created = (await api.post(path, body)).body;
    const one = `${path}/${created.id}`;
    const deleted = await api.delete(one);
    const flags = { ...created.flags, deleted: true };
    expect(deleted).toMatchObject({ status: 200, body: { ...created, flags } });
    expect((await api.delete(one)).body).toEqual(deleted.body);
    expect((await api.get(one)).body).toEqual(deleted.body);
    if (changes) expect((await api.put(one, changes[0])).status).toBe(422);
    expect([await total(""), await total("deleted=true")]).toEqual([before[0], before[1] + 1]);
    expect(await total("deleted=all")).toBe(before[0] + before[1] + 1);
  });

  it("[COM-12] can't be reached through another hub", async () => {
    const api = await withPlace(path);
    const { id } = (await api.post(path, body)).body;
    const before = api.emulator.snapshot();
    const elsewhere = `${path.replace("acme", "globex")}/${id}`;
    const responses = [await api.get(elsewhere), await api.delete(elsewhere)];
    if (changes) responses.push(await api.put(elsewhere, changes[0]));
    for (const { status } of responses) expect(status).toBe(404);
    expect(api.emulator.snapshot()).toEqual(before);
  });
});

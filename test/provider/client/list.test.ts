import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { listAll } from "../../../provider/client/list.ts";
import { reachServer } from "./account.ts";

/** A body, or what returns it for the first, second and further requests, or a status. */
type Answer = object | ((request: number) => object) | number;

/** Reads a list from a server with these responses. The last one is repeated. */
async function read(...responses: readonly Answer[]) {
  const pages: number[] = [];
  const server = createServer(({ url = "" }, response) => {
    const next = responses[Math.min(pages.length, responses.length - 1)];
    pages.push(Number(new URLSearchParams(url.slice(url.indexOf("?"))).get("page")));
    if (typeof next === "number") response.writeHead(next).end("{}");
    else response.end(JSON.stringify(typeof next === "function" ? next(pages.length) : next));
  });
  const reading = listAll(await reachServer(server), operations.listHubs);
  return { pages, list: await Promise.allSettled([reading]).then(([list]) => list) };
}

const recordsOf = (...ids: number[]) => ids.map((id) => ({ id }));
const pagesOf = (...ids: number[][]) => ids.map((of) => ({ data: recordsOf(...of), page_count: ids.length }));
const full = recordsOf(...Array.from({ length: 100 }, (_, index) => index + 1));

it.each([
  ["if the response doesn't say how many there are", [{ data: full }, { data: recordsOf(7777) }], 101],
  ["if a page isn't full although the response says that there are more", pagesOf([1], [2, 3]), 3],
])("LST-1: every page is read %s", async (_, responses, count) => {
  const { pages, list } = await read(...responses);
  expect(list, "[LST-04]").toMatchObject({ value: { length: count } });
  expect(pages).toEqual([1, 2]);
});

describe("LST-8: a list that doesn't page as documented", () => {
  it("and has fewer pages than it says ends at the empty one", async () => {
    const { pages, list } = await read({ data: full, page_count: 500 }, { data: [], page_count: 500 });
    expect(list).toMatchObject({ value: { length: 100 } });
    expect(pages).toEqual([1, 2]);
  });

  it.each([404, 422])("and returns %d for the page beyond the end is complete", async (status) => {
    const { pages, list } = await read({ data: full }, status, { data: full });
    expect(list).toMatchObject({ value: { length: 100 } });
    expect(pages).toEqual([1, 2, 1]);
  });

  it("with two overlapping pages counts each record once, as last read", async () => {
    const moved = { id: 100, name: "moved" };
    const { list } = await read({ data: full, page_count: 2 }, { data: [moved, { id: 7777 }], page_count: 2 });
    expect(list).toEqual({ status: "fulfilled", value: [...full.slice(0, 99), moved, { id: 7777 }] });
  });

  const twoPages = { data: full, page_count: 2 };
  it.each<[string, ...Answer[]]>([
    ["lacks a page that it says is there", twoPages, 404, twoPages],
    ["is none", { page_count: 1 }],
    ...[null, "Web", {}, { id: null }, { id: {} }].map((item): [string, Answer] => [
      `holds ${JSON.stringify(item)} beside a record`,
      { data: [{ id: 1 }, item] },
    ]),
  ])("and %s can't be used", async (_, ...responses) => {
    const { list } = await read(...responses);
    expect(list, "[LST-04]").toMatchObject({ reason: { name: "ResponseShapeError" } });
  });

  it("and has a new record on every page is given up after 1,000 pages", async () => {
    const { pages, list } = await read((id: number) => ({ data: [{ id }], page_count: 2_000 }));
    const message = expect.stringContaining("/hubs has more than 1000 pages of 100 records");
    expect(list).toMatchObject({ reason: { message } });
    expect(pages.length).toBeLessThan(1_100);
  });
});

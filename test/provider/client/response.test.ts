import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { listAll } from "../../../provider/client/list.ts";
import { outcomeOf } from "../../../provider/client/outcomes.ts";
import { acme, failureOf, newService, reachServer } from "./account.ts";

type Respond = (response: ServerResponse) => void;

/** A client of a server with given responses. The last one is repeated. */
const reach = (...responses: Respond[]) => reachWith("key-of-nobody", responses);

async function reachWith(apiKey: string, responses: readonly Respond[]) {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    responses[Math.min(received, responses.length - 1)]?.(response);
    received += 1;
  });
  const client = await reachServer(server, { apiKey, limits: { response: 5000, complete: 200 } });
  return { client, received: () => received };
}

const cut = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { "content-length": 100 });
  response.write('{"error": "gro', () => response.destroy());
};
const endless = (status: number) => (response: ServerResponse) => {
  response.writeHead(status);
  response.write('{"error": "gro');
};
const packed = (status: number, encoding: string, body: Buffer | string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-encoding": encoding }).end(body);
};
const created = packed(200, "gzip", gzipSync('{"id":1}'));

const key = "key+of&nobody-9f8e7d6c";
const base64 = Buffer.from(key).toString("base64");
const quotations = {
  "quoted as it is": key,
  "in base64": base64,
  "shortened by us": `${"x".repeat(270)} ${key}`,
};

test.each(Object.entries(quotations))("FLT-6: an error never shows the API key: %s", async (_, quotation) => {
  const bodies = [{ error: quotation }, { errors: { [quotation]: ["is unknown"] } }].map((body) =>
    JSON.stringify(body),
  );
  for (const body of [...bodies, `<html><body>${quotation}</body></html>`]) {
    for (const status of [200, 302, 401, 403, 404, 422, 429, 500]) {
      const headers = { location: `/${encodeURI(quotation)}`, "retry-after": "9999" };
      const text = status === 200 ? `unexpected ${body}` : body;
      const { client } = await reachWith(key, [(response) => response.writeHead(status, headers).end(text)]);
      const error = await failureOf(client.perform(operations.getHub, acme));
      const shown = JSON.stringify([(error as Error).message, error]).toLowerCase();
      for (const part of ["nobody", "9f8e7d6c", base64.toLowerCase()]) expect(shown, `${status}`).not.toContain(part);
    }
  }
});

describe("the status tells the API's decision, even if its message is lost", () => {
  test.each([
    ["422", "a body that breaks off", cut(422), "RejectedError", "rejected"],
    ["422", "a body without end", endless(422), "RejectedError", "rejected"],
    ["409", "a body that is not packed as it says", packed(409, "gzip", "no gzip"), "RejectedError", "rejected"],
    ["500", "a body that breaks off", cut(500), "ServerError", "over"],
    ["504", "a body that breaks off", cut(504), "ServerError", "open"],
    ["302", "a body that breaks off", cut(302), "RedirectError", "rejected"],
    ["200", "a body that breaks off", cut(200), "NetworkError", "open"],
    ["200", "a body without end", endless(200), "TimeoutError", "open"],
    ["200", "a body that is not packed as it says", packed(200, "gzip", "no gzip"), "ResponseShapeError", "over"],
  ])("a POST whose response is %s and %s", async (_status, _body, response, name, outcome) => {
    const { client, received } = await reach(response);

    const error = await failureOf(client.perform(operations.createService, acme, newService));

    expect(error).toMatchObject({ name });
    expect(outcomeOf(error)).toBe(outcome);
    expect(received()).toBe(1);
  });

  test("a POST is retried after a 429 with a truncated body", async () => {
    const { client, received } = await reach(cut(429), created);

    expect(await client.perform(operations.createService, acme, newService)).toEqual({ id: 1 });
    expect(received()).toBe(2);
  });
});

test.each([
  ["GZIP", gzipSync('{"id":1}'), { id: 1 }],
  ["x-gzip", gzipSync('\u{feff}{"id":1}'), { id: 1 }],
  ["gzip", "", {}],
])("a response with the encoding %s is read", async (encoding, body, record) => {
  const { client } = await reach(packed(200, encoding, body));

  expect(await client.perform(operations.deleteService, { ...acme, service_id: "1" })).toEqual(record);
});

const plain = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status).end(body);
};

async function receive(body: unknown) {
  const { client } = await reach(plain(200, JSON.stringify(body)));
  return client.perform(operations.getHub, acme);
}

test("IDN-7: an ID is the same as number and as text, wherever the API documents one", async () => {
  const record = (id: (number: number) => unknown) => ({
    id: id(20_003),
    group_id: id(3),
    parent_id: id(1),
    subscriber_id: id(9),
    service_statuses: [{ service_id: id(7), status: "up" }],
    services_selection: { all: false, services: [{ id: id(7) }, { service_id: id(8) }] },
    data: [{ id: id(1) }, { id: 2 }],
  });
  expect(await receive(record(String))).toEqual(record(Number));
});

test("values that aren't IDs, or are the user's own, aren't changed", async () => {
  const record = {
    id: "m-1",
    group_id: null,
    custom_id: "12",
    name: "12",
    labels: ["12"],
    token: "12",
    configuration: { id: "12", nested: { service_id: "12" } },
    parent_id: "9999999999999999",
    subscriber_id: "012",
  };
  expect(await receive(record)).toEqual(record);
});

describe("a 2xx without a record", () => {
  test.each(["", " ", "null", "[]", "true"])("is the success of a DELETE: %j", async (body) => {
    const { client, received } = await reach(plain(200, body));

    expect(await client.perform(operations.deleteService, { ...acme, service_id: "1" })).toEqual({});
    expect(received()).toBe(1);
  });

  test("is the success of a PUT if it has no body", async () => {
    const { client, received } = await reach(plain(204, ""));

    expect(await client.perform(operations.updateService, { ...acme, service_id: "1" }, newService)).toEqual({});
    expect(received()).toBe(1);
  });

  test("is a list if it is one without the documented envelope", async () => {
    const { client, received } = await reach(plain(200, '[{"id": "1"}, {"id": 2}]'));

    expect(await listAll(client, operations.listServices, { parameters: acme })).toEqual([{ id: 1 }, { id: 2 }]);
    expect(received()).toBe(1);
  });

  test.each(['{"data": [{"token": "4f9a1c"', '[{"token": "4f9a1c"', '\n [{"token": "4f9a1c"'])(
    "is not quoted if it may contain secrets: %j",
    async (body) => {
      const { client } = await reach(plain(200, body));

      const error = await failureOf(client.perform(operations.listServices, acme));

      expect(error).toMatchObject({ name: "ResponseShapeError" });
      expect((error as Error).message).toMatch(
        /^GET .* no JSON object \(JSON that isn't a record, or is incomplete\)\. Check/,
      );
    },
  );
});

describe("half of a surrogate pair, which protobuf rejects, is replaced", () => {
  test("in every text of a record, and in no other escape", async () => {
    const body = String.raw`{"id": 1, "name": "cut \ud83d", "labels": ["\uDE00"], "configuration": {"a\udfff": "\\ud83d"}, "title": "\ud83d\ude00"}`;
    const { client } = await reach(plain(200, body));
    expect(await client.perform(operations.getHub, acme)).toEqual({
      id: 1,
      name: "cut \ufffd",
      labels: ["\ufffd"],
      configuration: { "a\ufffd": String.raw`\ud83d` },
      title: "\u{1f600}",
    });
  });

  test.each([String.raw`{"error": "cut \ud83d"}`, `{"error": "${"x".repeat(299)}\u{1f600}"}`])(
    "in the reason of a rejection: %s",
    async (body) => {
      const { client } = await reach(plain(422, body));
      const { message } = (await failureOf(client.perform(operations.updateHub, acme, newService))) as Error;
      expect(message).toContain("\ufffd");
      expect(message.isWellFormed()).toBe(true);
    },
  );
});

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createSecureServer } from "node:http2";
import { connect, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { request } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { Client } from "../../../provider/client/client.ts";
import { createConnections, proxiesFor } from "../../../provider/client/connections.ts";
import { outcomeOf } from "../../../provider/client/outcomes.ts";
import { acme, failureOf, listening, newService, reachEmulator } from "./account.ts";
import { createRecordingClock } from "./recording-clock.ts";

const host = "acme.status.test";
const baseUrl = `https://${host}/api/v3`;
const connection = { baseUrl, apiKey: "key-of-nobody", apiKeySource: "environment" } as const;
const limits = { response: 5000, complete: 5000 };

/**
 * An API whose name this machine can't resolve, so that only the proxy can reach it. It offers both versions of HTTP.
 */
async function startApi({ responses = true } = {}) {
  // The key of a made-up host, and a certificate that is valid until 2049.
  const pem = readFileSync(new URL("certificate.pem", import.meta.url), "utf8");
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, pem]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const received: { line: string; version: string; key: unknown }[] = [];
  const server = createSecureServer(
    { key: pem, cert: pem, allowHTTP1: true },
    ({ method, url, httpVersion, headers }, response) => {
      received.push({ line: `${method} ${url}`, version: httpVersion, key: headers["x-api-key"] });
      if (responses) response.end('{"id":1,"subdomain":"acme"}');
    },
  );
  return { ...(await listening(server)), received };
}

interface ProxyOptions {
  /** The target of all tunnels, whatever they ask for. */
  readonly port?: number;
  readonly status?: number;
  /** Awaited by each tunnel before it opens. */
  readonly gate?: Promise<void>;
}

/** A proxy that opens tunnels, and records what it was asked for. */
async function startProxy({ port = 0, status = 200, gate = Promise.resolve() }: ProxyOptions = {}) {
  const asked: { line: string; authorization: string | undefined; headers: string }[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    const authorization = headers["proxy-authorization"];
    asked.push({ line: `${method} ${url}`, authorization, headers: JSON.stringify(headers) });
  };
  const server = createServer((asking, response) => {
    note(asking);
    response.writeHead(502).end();
  });
  server.on("connect", async (asking: IncomingMessage, socket: Socket) => {
    note(asking);
    await gate;
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const tunnel = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on("error", () => socket.destroy());
    socket.on("close", () => tunnel.destroy());
  });
  const { port: own, close } = await listening(server);
  return { asked, close, address: `127.0.0.1:${own}`, url: `http://robot:pass%40word@127.0.0.1:${own}` };
}

const reach = (environment: NodeJS.ProcessEnv) =>
  new Client(connection, { clock: createRecordingClock(), limits, environment });

describe("a proxy from the environment", () => {
  test.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
    "in %s: requests go through a tunnel that it can't look into",
    async (name) => {
      const api = await startApi();
      const proxy = await startProxy({ port: api.port });
      const client = reach({ [name]: proxy.url, NO_PROXY: "other.test,localhost" });

      for (let count = 0; count < 6; count += 1) await client.perform(operations.getHub, acme);

      expect(api.received).toEqual(
        Array(6).fill({ line: "GET /api/v3/hubs/acme?api_version=V3-R1", version: "1.1", key: "key-of-nobody" }),
      );
      const authorization = `Basic ${Buffer.from("robot:pass@word").toString("base64")}`;
      for (const one of proxy.asked) expect(one).toMatchObject({ line: `CONNECT ${host}:443`, authorization });
      expect(proxy.asked.length, "tunnels are kept").toBeLessThan(3);
      expect(JSON.stringify(proxy.asked)).not.toContain("key-of-nobody");
    },
  );

  test("isn't used for a host in NO_PROXY", async () => {
    const proxy = await startProxy();
    const client = reach({ HTTPS_PROXY: proxy.url, NO_PROXY: "other.test, .status.test" });

    expect(await failureOf(client.perform(operations.getHub, acme))).toMatchObject({ name: "UnknownHostError" });
    expect(proxy.asked).toEqual([]);
  });

  test("isn't used for loopback, whatever the environment says", async () => {
    const proxy = await startProxy();
    const environment = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: "other.test" };
    const { account } = await reachEmulator({}, { environment });

    expect(await account.client.perform(operations.getHub, acme)).toMatchObject({ subdomain: "acme" });
    expect(proxy.asked).toEqual([]);
  });

  test("is part of the route: a request is sent when its tunnel is open", async () => {
    const api = await startApi();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const proxy = await startProxy({ port: api.port, gate });
    const environment = { HTTPS_PROXY: proxy.url };
    const connections = createConnections(baseUrl, { limits, environment });
    const left: number[] = [];
    const send = (name: number) => request(baseUrl, { dispatcher: connections.dispatcherOf(() => left.push(name)) });
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };

    const first = Array.from({ length: 5 }, (_, index) => send(index));
    await until(() => proxy.asked.length === 5);
    expect(left).toEqual([]);
    open();
    for (const { body } of await Promise.all(first)) await body.dump();

    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("a proxy that fails", () => {
  /** Returns the error of a create, and checks that no part of it shows the password. */
  async function rejectionOf(proxy: { url: string; address: string }) {
    const error = await failureOf(
      reach({ HTTPS_PROXY: proxy.url }).perform(operations.createService, acme, newService),
    );
    const { message, stack } = error as Error;
    expect(`${message} ${stack}`).not.toMatch(/pass(%40|@)word|robot|cm9ib3Q/);
    expect(message).toContain(proxy.address);
    return error;
  }

  test.each([407, 502])(
    "with a %d for the tunnel: the message has the status, and nothing was sent",
    async (status) => {
      const error = await rejectionOf(await startProxy({ status }));
      expect(error).toMatchObject({
        wasSent: false,
        message: expect.stringContaining(`(${status}). Check HTTPS_PROXY`),
      });
      expect(outcomeOf(error)).toBe("not sent");
    },
  );

  test("because nobody listens there", async () => {
    const proxy = await startProxy();
    proxy.close();

    const error = await rejectionOf(proxy);
    expect(error).toMatchObject({ message: expect.stringContaining("(ECONNREFUSED). Check HTTPS_PROXY") });
  });

  test("because its own name doesn't exist: the account isn't blamed", async () => {
    const proxy = { url: "http://robot:pass%40word@proxy.invalid:3128", address: "proxy.invalid:3128" };

    const error = await rejectionOf(proxy);
    expect(error).toMatchObject({ name: "NetworkError", wasSent: false, code: "ENOTFOUND" });
  });

  test("by breaking the tunnel after the request was sent: the outcome is unknown", async () => {
    const api = await startApi({ responses: false });
    const proxy = await startProxy({ port: api.port });
    const failing = rejectionOf(proxy);
    while (api.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    proxy.close();

    const error = await failing;
    expect(error).toMatchObject({ name: "NetworkError", wasSent: true });
    expect(outcomeOf(error)).toBe("open");
  });
});

describe("proxiesFor", () => {
  const of = (environment: NodeJS.ProcessEnv) => proxiesFor(baseUrl, environment);

  test.each([
    [{}, {}],
    [{ HTTPS_PROXY: "http://one", https_proxy: "http://two" }, { httpsProxy: "http://two" }],
    [{ HTTPS_PROXY: "http://one", https_proxy: "" }, {}],
    [{ HTTP_PROXY: " proxy.test:3128\n" }, { httpProxy: "http://proxy.test:3128" }],
    [{ https_proxy: "https://proxy.test" }, { httpsProxy: "https://proxy.test" }],
    [{ NO_PROXY: "a", no_proxy: "b" }, { noProxy: "b" }],
  ])("reads %j", (environment, proxies) => {
    expect(of(environment)).toEqual({ httpProxy: "", httpsProxy: "", noProxy: "", ...proxies });
  });

  test.each([
    "socks5://robot:password@proxy",
    "http://robot:password%zz@proxy",
    "http://robot:password%ff@proxy",
    "http://",
    "ftp://password",
  ])("rejects %s without showing it", (HTTPS_PROXY) => {
    const message = 'HTTPS_PROXY must be an http or https URL such as "http://proxy.example.com:3128".';
    expect(() => of({ HTTPS_PROXY })).toThrow(message);
    expect(() => of({ HTTPS_PROXY })).not.toThrow("password");
    expect(() => new Client(connection, { environment: { HTTPS_PROXY } })).toThrow(message);
  });

  test.each(["http://127.0.0.1:4180", "https://localhost", "http://[::1]:4180", "http://127.1.2.3/api/v3"])(
    "has none for loopback, even if the setting is malformed: %s",
    (url) => {
      const proxies = proxiesFor(url, { HTTP_PROXY: "http://", HTTPS_PROXY: "x://", NO_PROXY: "a" });
      expect(proxies).toEqual({ httpProxy: "", httpsProxy: "", noProxy: "*" });
    },
  );
});

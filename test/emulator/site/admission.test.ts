import { describe, expect } from "vitest";
import type { Access } from "../../../emulator/index.ts";
import { type Api, it, startEmulator } from "../emulation.ts";
import { email } from "../scene.ts";

const url = (api: Api, hub = "acme") => `${api.emulator.pageUrl}/hubs/${hub}`;

interface Visitor {
  readonly name?: string;
  readonly password?: string;
  readonly address?: string;
}

/** Requests the page as a visitor with an address, who may have signed in. */
async function visit(api: Api, { name, password, address }: Visitor = {}) {
  const isSignedIn = name !== undefined || password !== undefined;
  const credentials = Buffer.from(`${name ?? ""}:${password ?? ""}`).toString("base64");
  const headers = {
    ...(isSignedIn && { authorization: `Basic ${credentials}` }),
    ...(address !== undefined && { "x-forwarded-for": address }),
  };
  const response = await fetch(url(api), { headers });
  return { status: response.status, asks: response.headers.get("www-authenticate"), text: await response.text() };
}

const statusFor = async (api: Api, visitor: Visitor) => (await visit(api, visitor)).status;

const closed = { status: 401, asks: 'Basic realm="acme", charset="UTF-8"' };

async function withAccess(access: Access): Promise<Api> {
  const api = await startEmulator();
  api.emulator.setAccess("acme", access);
  return api;
}

describe("access to the page of a hub", () => {
  it("[ACC-01] [ACC-02] is limited by SAML, OAuth or a password, one at a time, or open", async ({ api }) => {
    expect((await visit(api)).status).toBe(200);
    const methods = [
      [{ method: "saml" }, { name: "ann" }],
      [{ method: "oauth", domains: ["example.com"] }, { name: "ann@example.com" }],
      [{ method: "password", password: "open sesame" }, { password: "open sesame" }],
    ] as const;
    let before: Visitor = {};
    for (const [sign_in, visitor] of methods) {
      api.emulator.setAccess("acme", { sign_in });
      expect(await visit(api, before)).toMatchObject(closed);
      expect(await statusFor(api, visitor)).toBe(200);
      before = visitor;
    }
    expect(api.emulator.records("accesses")).toHaveLength(1);
    api.emulator.setAccess("acme", { sign_in: null });
    expect((await visit(api)).status).toBe(200);
  });

  it("[ACC-03] by OAuth only admits email addresses in the allowed domains", async () => {
    const api = await withAccess({ sign_in: { method: "oauth", domains: ["example.com", "Example.org"] } });
    for (const name of ["ann@example.com", "Ann@EXAMPLE.org"]) expect(await statusFor(api, { name })).toBe(200);
    for (const name of ["ann@example.net", "ann@sub.example.com", "example.com", "@example.com", "a@example.com@b", ""])
      expect(await statusFor(api, { name })).toBe(401);
  });

  it("[ACC-04] by password uses one password for all visitors", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    for (const name of ["ann", "bob"]) expect(await statusFor(api, { name, password: "p" })).toBe(200);
    for (const password of ["", "P", "p "]) expect(await statusFor(api, { password })).toBe(401);
  });

  it("[ACC-05] is limited by IPv4 addresses and ranges", async () => {
    const api = await withAccess({ allowed_addresses: ["192.0.2.7", "198.51.100.0/24"] });
    const status = (address: string) => statusFor(api, { address });
    expect([await status("192.0.2.7"), await status("198.51.100.200, 10.0.0.1")]).toEqual([200, 200]);
    expect([await status("192.0.2.8"), await status("198.51.101.1"), await status("::1"), await status("")]).toEqual(
      Array(4).fill(403),
    );
    api.emulator.setAccess("acme", { allowed_addresses: ["127.0.0.0/8"] });
    expect(await statusFor(api, {})).toBe(200);
  });

  it("[ACC-06] is limited by addresses and by signing in at the same time", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    api.emulator.setAccess("acme", { allowed_addresses: ["127.0.0.1", "192.0.2.7"] });
    expect(await visit(api, { address: "192.0.2.7" })).toMatchObject(closed);
    api.emulator.setAccess("acme", { sign_in: { method: "password", password: "p" } });
    expect(await statusFor(api, { password: "p", address: "192.0.2.7" })).toBe(200);
    expect(await statusFor(api, { password: "p", address: "192.0.2.8" })).toBe(403);
    expect(await visit(api, { address: "192.0.2.7" })).toMatchObject(closed);
  });

  it("[ACC-07] recognizes a subscriber by idp_id after signing in", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    await api.post("/hubs/acme/subscribers", { idp_id: "ann", subscriptions: [email()] });
    const seen = async (name: string) => (await visit(api, { name })).text;
    expect(await seen("ann")).toContain("Signed in as <bdi>ann</bdi>, a subscriber by email");
    expect(await seen("bob")).toMatch(/Signed in as <bdi>bob<\/bdi><\/p>/);
    expect(await statusFor(api, { name: " " })).toBe(401);
    await api.delete("/hubs/acme/subscribers/1");
    expect(await seen("ann")).toMatch(/Signed in as <bdi>ann<\/bdi><\/p>/);
    expect(await seen("<b>")).toContain("Signed in as <bdi>&lt;b&gt;</bdi>");
  });

  it("recognizes nobody by a password that all visitors share", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    await api.post("/hubs/acme/subscribers", { idp_id: "", subscriptions: [email()] });
    expect((await visit(api, { name: "ann", password: "p" })).text).toContain('<p class="quiet">Signed in</p>');
  });

  it("hides the status of a closed hub on the list of hubs", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    api.emulator.setAccess("globex", { allowed_addresses: ["192.0.2.7"] });
    api.emulator.setAccess("acme-partners", { sign_in: null, allowed_addresses: [] });
    const list = await (await fetch(api.emulator.pageUrl)).text();
    expect(list.match(/Access is limited/g)).toHaveLength(2);
  });

  it("can be set over HTTP, which rejects malformed settings", async ({ api }) => {
    const set = (body: object) => api.control("PUT", "/hubs/acme/access", body);
    expect((await set({ sign_in: { method: "oauth", domains: ["example.com"] } })).status).toBe(200);
    expect(await visit(api)).toMatchObject(closed);
    const wrong = [
      { sign_in: { method: "magic" } },
      { sign_in: { method: "oauth", domains: [] } },
      { sign_in: { method: "password" } },
      ...["10.0.0.0/33", "10.0.0", "::1", "10.0.0.1/8/8", "10.0.0.1/"].map((range) => ({ allowed_addresses: [range] })),
    ];
    for (const body of wrong) expect((await set(body)).status).toBe(422);
  });
});

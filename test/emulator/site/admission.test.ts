import { describe, expect, it } from "vitest";
import type { Access } from "../../../emulator/index.ts";
import { type Api, startEmulator } from "../emulation.ts";
import { email } from "../scene.ts";

const url = (api: Api, path = "") => `${api.emulator.pageUrl}/hubs/acme${path}`;

/** Requests the page as a visitor with a cookie and an address; returns the final location. */
async function visit(api: Api, { cookie = "", address = "" }: { cookie?: string; address?: string } = {}) {
  const headers = { ...(cookie && { cookie }), ...(address && { "x-forwarded-for": address }) };
  const response = await fetch(url(api), { headers, redirect: "manual" });
  return { status: response.status, to: response.headers.get("location"), text: await response.text() };
}

/** Signs in and returns the cookie, or undefined if the visitor is rejected. */
async function signIn(api: Api, form: Record<string, string>): Promise<string | undefined> {
  const response = await fetch(url(api, "/sign-in"), {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  expect(response.status).toBe(cookie === undefined ? 403 : 303);
  return cookie;
}

const closed = { status: 303, to: "/hubs/acme/sign-in" };

async function withAccess(access: Access): Promise<Api> {
  const api = await startEmulator();
  api.emulator.setAccess("acme", access);
  return api;
}

describe("access to the page of a hub", () => {
  it("[ACC-01] is limited by SAML, by a login with OAuth or by a password, and open otherwise", async () => {
    const api = await startEmulator();
    expect((await visit(api)).status).toBe(200);
    const methods = [
      [{ method: "saml" }, { nameId: "ann" }],
      [{ method: "oauth", domains: ["example.com"] }, { email: "ann@example.com" }],
      [{ method: "password", password: "open sesame" }, { password: "open sesame" }],
    ] as const;
    for (const [sign_in, form] of methods) {
      api.emulator.setAccess("acme", { sign_in });
      expect(await visit(api)).toMatchObject(closed);
      expect((await visit(api, { cookie: (await signIn(api, form)) ?? "" })).status).toBe(200);
    }
    api.emulator.setAccess("acme", { sign_in: null });
    expect((await visit(api)).status).toBe(200);
  });

  it("[ACC-02] has one method at a time: another one replaces it and ends its sessions", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    const cookie = (await signIn(api, { nameId: "ann" })) ?? "";
    api.emulator.setAccess("acme", { sign_in: { method: "password", password: "p" } });
    expect(await visit(api, { cookie })).toMatchObject(closed);
    expect(await signIn(api, { nameId: "ann" })).toBeUndefined();
    expect(api.emulator.records("accesses")).toHaveLength(1);
  });

  it("[ACC-03] by OAuth only admits e-mail addresses in the allowed domains", async () => {
    const api = await withAccess({ sign_in: { method: "oauth", domains: ["example.com", "Example.org"] } });
    for (const email of ["ann@example.com", "Ann@EXAMPLE.org"])
      expect(await signIn(api, { email })).toMatch(/^visitor=/);
    for (const email of [
      "ann@example.net",
      "ann@sub.example.com",
      "example.com",
      "@example.com",
      "a@example.com@b",
      "",
    ])
      expect(await signIn(api, { email })).toBeUndefined();
  });

  it("[ACC-04] by password uses one password for all visitors", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    expect(await signIn(api, { password: "p" })).toBe(await signIn(api, { password: "p" }));
    expect(await visit(api, { cookie: (await signIn(api, { password: "p" })) ?? "" })).toMatchObject({ status: 200 });
    for (const password of ["", "P", "p "]) expect(await signIn(api, { password })).toBeUndefined();
  });

  it("[ACC-05] is limited by IPv4 addresses and ranges", async () => {
    const api = await withAccess({ allowed_addresses: ["192.0.2.7", "198.51.100.0/24"] });
    const status = async (address: string) => (await visit(api, { address })).status;
    expect([await status("192.0.2.7"), await status("198.51.100.200, 10.0.0.1")]).toEqual([200, 200]);
    expect([await status("192.0.2.8"), await status("198.51.101.1"), await status("::1"), await status("")]).toEqual(
      Array(4).fill(403),
    );
    api.emulator.setAccess("acme", { allowed_addresses: ["127.0.0.0/8"] });
    expect(await status("")).toBe(200);
  });

  it("[ACC-06] is limited by addresses and by signing in at the same time", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    api.emulator.setAccess("acme", { allowed_addresses: ["127.0.0.1", "192.0.2.7"] });
    expect(await visit(api, { address: "192.0.2.7" })).toMatchObject(closed);
    api.emulator.setAccess("acme", { sign_in: { method: "password", password: "p" } });
    const cookie = (await signIn(api, { password: "p" })) ?? "";
    expect((await visit(api, { cookie, address: "192.0.2.7" })).status).toBe(200);
    expect((await visit(api, { cookie, address: "192.0.2.8" })).status).toBe(403);
    expect(await visit(api, { address: "192.0.2.7" })).toMatchObject(closed);
  });

  it("[ACC-07] recognizes a subscriber by idp_id after signing in", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    await api.post("/hubs/acme/subscribers", { idp_id: "ann", subscriptions: [email()] });
    const seen = async (nameId: string) => (await visit(api, { cookie: (await signIn(api, { nameId })) ?? "" })).text;
    expect(await seen("ann")).toContain("Signed in as <bdi>ann</bdi>, a subscriber by email");
    expect(await seen("bob")).toMatch(/Signed in as <bdi>bob<\/bdi><\/p>/);
    expect(await signIn(api, { nameId: " " })).toBeUndefined();
    await api.delete("/hubs/acme/subscribers/1");
    expect(await seen("ann")).toMatch(/Signed in as <bdi>ann<\/bdi><\/p>/);
    expect(await seen("<b>")).toContain("Signed in as <bdi>&lt;b&gt;</bdi>");
  });

  it("recognizes nobody by a password that all visitors share", async () => {
    const api = await withAccess({ sign_in: { method: "password", password: "p" } });
    await api.post("/hubs/acme/subscribers", { idp_id: "", subscriptions: [email()] });
    const cookie = (await signIn(api, { password: "p" })) ?? "";
    expect((await visit(api, { cookie })).text).toContain('<p class="quiet">Signed in</p>');
  });

  it("rejects tokens of another hub and forged ones", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    api.emulator.setAccess("globex", { sign_in: { method: "saml" } });
    const cookie = (await signIn(api, { nameId: "ann" })) ?? "";
    const globex = await fetch(`${api.emulator.pageUrl}/hubs/globex`, { headers: { cookie }, redirect: "manual" });
    expect(globex.status).toBe(303);
    for (const token of ["", "x", "YW5u.", `${cookie.slice(8)}x`])
      expect(await visit(api, { cookie: `visitor=${token}` })).toMatchObject(closed);
  });

  it("hides the status of a closed hub on the list of hubs", async () => {
    const api = await withAccess({ sign_in: { method: "saml" } });
    api.emulator.setAccess("globex", { allowed_addresses: ["192.0.2.7"] });
    api.emulator.setAccess("acme-partners", { sign_in: null, allowed_addresses: [] });
    const list = await (await fetch(api.emulator.pageUrl)).text();
    expect(list.match(/Access is limited/g)).toHaveLength(2);
  });

  it("can be set over HTTP, which rejects malformed settings", async () => {
    const api = await startEmulator();
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

  it("returns the forms of an open hub to its page", async () => {
    const api = await startEmulator();
    for (const method of ["GET", "POST"])
      expect((await fetch(url(api, "/sign-in"), { method, redirect: "manual" })).headers.get("location")).toBe(
        "/hubs/acme",
      );
  });
});

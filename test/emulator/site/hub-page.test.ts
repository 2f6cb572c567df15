import { describe, expect } from "vitest";
import type { Api } from "../emulation.ts";
import { createService, startEmulator } from "../emulation.ts";
import { createIncident, down, incidents, it, resolveIncident, updateIncident, upgrade } from "../scene.ts";

const read = async (api: Api, path = "/hubs/acme") => {
  const response = await fetch(api.emulator.pageUrl + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Only the body, so that a failure doesn't print the styles. */
const pageOf = async (api: Api, hub = "acme") => (await read(api, `/hubs/${hub}`)).text.replace(/^.*<body>/s, "");

describe("the page of a hub", () => {
  it("[HUB-11] links the name to product_url if that is a web address", async ({ api }) => {
    await api.put("/hubs/acme", { product_url: "https://example.com/?a=1&b=2" });
    expect(await pageOf(api)).toContain('<h1><a href="https://example.com/?a=1&amp;b=2"><bdi>Acme</bdi></a></h1>');
    await api.put("/hubs/acme", { product_url: null });
    expect(await pageOf(api)).toContain("<h1><bdi>Acme</bdi></h1>");
    api.emulator.edit("hubs", 1, { product_url: "javascript:alert(1)" });
    expect(await pageOf(api)).toContain("<h1><bdi>Acme</bdi></h1>");
  });

  it("[SVC-04] shows public_name instead of name, in services and in events", async () => {
    const api = await startEmulator({ clock: { now: () => Date.UTC(2026, 0, 2) } });
    await createService(api, { name: "web-7", public_name: "Shop" });
    await createService(api, { name: "Till", public_name: null });
    await createIncident(api, { service_statuses: [...down(1), ...down(2)] });
    const page = await pageOf(api);
    expect(page).not.toContain("web-7");
    expect(page.match(/<bdi>Shop<\/bdi>/g)).toHaveLength(2);
    expect(page.match(/<bdi>Till<\/bdi>/g)).toHaveLength(2);
  });

  it("[SVC-06] has the description as the tooltip of its service", async () => {
    const api = await startEmulator();
    await createService(api, { description: "Public <b>site</b>" });
    await createService(api, { description: null });
    const page = await pageOf(api);
    expect(page.match(/<span role="tooltip" id="(\w+)">(.*?)<\/span>/g)).toEqual([
      '<span role="tooltip" id="d1">Public &lt;b&gt;site&lt;/b&gt;</span>',
    ]);
    expect(page.match(/aria-describedby="d1"/g)).toHaveLength(1);
  });

  it("[INC-27] leaves out drafts, of incidents and of updates", async ({ api }) => {
    await createIncident(api, { title: "Secret incident", state: "draft" });
    const { id } = await createIncident(api, { body: "Known cause" });
    await updateIncident(api, id, {
      title: "Draft title",
      incident_type: "monitoring",
      service_statuses: down(2),
      body: "Secret cause",
      state: "draft",
    });
    const page = await pageOf(api);
    expect(page).toContain("Known cause");
    expect(page).toContain("1 service is down");
    for (const hidden of ["Secret", "Draft title", "Monitoring"]) expect(page).not.toContain(hidden);
  });

  it("[INC-27] shows an incident as open until the update that resolves it is published", async ({ api }) => {
    await createIncident(api);
    await resolveIncident(api, 1, { state: "draft" });
    expect(await pageOf(api)).toContain("1 service is down");
    await api.put(`${incidents}/1/incident_updates/2`, { state: "published" });
    expect(await pageOf(api)).not.toContain("1 service is down");
  });

  it("[INC-28] [INC-29] only marks unconfirmed events", async ({ api }) => {
    const { id } = await createIncident(api, { state: "unconfirmed" });
    expect(await pageOf(api)).toContain("Unconfirmed");
    expect(await pageOf(api)).toContain("API is down");
    await api.put(`${incidents}/${id}/incident_updates/1`, { state: "published" });
    expect(await pageOf(api)).not.toContain("Unconfirmed");
    expect(await pageOf(api)).toContain("API is down");
  });

  it("shows the updates of an open incident, newest first, and those of a past one for two weeks", async ({ api }) => {
    const { id } = await createIncident(api, { body: "<p>First</p>" });
    await resolveIncident(api, (await createIncident(api)).id, { title: "Other trouble" });
    expect(await pageOf(api)).toMatch(/Open incidents.*API is down.*Past incidents.*Other trouble/s);
    await resolveIncident(api, id, { title: "API is up", body: "<p>Second</p>" });
    expect(await pageOf(api)).toMatch(/Past incidents.*API is up.*Resolved.*Second.*Investigating.*First/s);
    expect(await pageOf(api)).not.toContain("Open incidents");
    api.emulator.clock.advance(14 * 86_400_000);
    expect(await pageOf(api)).not.toMatch(/API is|Other trouble/);
  });

  it("with 500 services is under 300 KB", async ({ api }) => {
    const description = "Accepts requests of customers in this region, and answers them";
    for (let count = 0; count < 500; count += 1)
      await createService(api, { group_id: 1 + (count % 8), name: `Service no. ${count}, far away`, description });
    await createIncident(api);
    const { text } = await read(api);
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
    expect(text.match(/<span role="tooltip"/g)).toHaveLength(500);
  });

  it("shows at most the 20 latest past incidents", async ({ api }) => {
    for (let count = 0; count < 21; count += 1)
      await resolveIncident(api, (await createIncident(api, { start_time: `2026-01-01T10:00:${count + 10}Z` })).id);
    const page = await pageOf(api);
    expect(page.match(/<article/g)).toHaveLength(20);
    expect(page).toContain('datetime="2026-01-01T10:00:30Z"');
    expect(page).not.toContain('datetime="2026-01-01T10:00:10Z"');
  });

  it("leaves out deleted and archived records", async ({ api }) => {
    await api.delete(`${incidents}/${(await createIncident(api)).id}`);
    await api.delete(`/hubs/acme/maintenances/${await upgrade(api)}`);
    await api.delete("/hubs/acme/services/1");
    api.emulator.edit("services", 2, { archived: true });
    const page = await pageOf(api);
    expect(page.match(/Service \d/g)).toEqual(["Service 3"]);
    expect(page.match(/<h3>/g)).toHaveLength(1);
    for (const gone of ["API is down", "Upgrade"]) expect(page).not.toContain(gone);
  });

  it("shows the latest incident first, and the next maintenance", async ({ api }) => {
    await createIncident(api, { title: "Event 2" });
    await createIncident(api, { title: "Event 1", start_time: "2026-01-01T11:00:00Z" });
    await createIncident(api, { title: "Event 3", start_time: "2026-01-01T09:00:00Z" });
    await upgrade(api, { title: "Event 5", start_time: "2026-01-03T11:00:00Z" });
    await upgrade(api, { title: "Event 4" });
    expect((await pageOf(api)).match(/Event \d/g)).toEqual(["Event 1", "Event 2", "Event 3", "Event 4", "Event 5"]);
  });

  it("[MNT-28] shows a published maintenance until its end, but no drafts", async ({ api }) => {
    await upgrade(api, { title: "Secret upgrade", state: "draft" });
    await upgrade(api);
    const seen = [];
    for (const hours of [0, 34, 2]) {
      api.emulator.clock.advance(hours * 3_600_000);
      const page = await pageOf(api);
      expect(page).not.toContain("Secret");
      seen.push([page.includes("Upgrade"), page.includes("Planned"), page.includes("In progress")]);
    }
    expect(seen).toEqual([
      [true, true, false],
      [true, false, true],
      [false, false, false],
    ]);
  });

  it("only shows the next maintenance of a series", async ({ api }) => {
    await upgrade(api);
    await api.put("/hubs/acme/maintenances/1", { event_repeat: { interval: "daily", end_on: "2026-01-09T00:00:00Z" } });
    expect((await pageOf(api)).match(/<bdi>Upgrade<\/bdi>/g)).toHaveLength(1);
    expect(await pageOf(api)).toMatch(/3 Jan 2026.*repeats <bdi>daily/s);
    api.emulator.clock.advance(3 * 86_400_000);
    expect(await pageOf(api)).toContain("5 Jan 2026");
  });

  it("has the uptime of 90 days, with a bar for each day that wasn't always up", async ({ api }) => {
    await resolveIncident(api, (await createIncident(api)).id);
    const page = await pageOf(api);
    expect(page.match(/<use href="#days"\/>/g)).toHaveLength(3);
    expect(page.match(/<path class="(.*?)".*?<title>(.*?)<\/title>/g)).toEqual([
      '<path class="down" d="M88 0h1v10h-1z"><title>1 Jan 2026: 91.66\u00a0% uptime</title>',
    ]);
    expect(page).toContain('aria-label="Not always up on 1 day of 90, most recently on 1 Jan 2026"');
    api.emulator.clock.advance(89 * 86_400_000);
    expect(await pageOf(api)).not.toContain("<path class=");
  });

  it("shows a platform alert while it lasts", async ({ api }) => {
    api.emulator.setPlatformAlert("acme", { title: "Nothing works", body: "<p>At <b>all</b></p><script>x</script>" });
    expect(await pageOf(api)).toMatch(/Nothing works.*<p>At <b>all<\/b><\/p><\/div>/s);
    expect(await pageOf(api, "globex")).not.toContain("Nothing works");
    api.emulator.setPlatformAlert("acme", undefined);
    expect(await pageOf(api)).not.toContain("Nothing works");
  });

  it("of a connected hub shows the shared records", async ({ api }) => {
    await createIncident(api, { service_statuses: [...down(2), ...down(3)] });
    await createIncident(api, { title: "Elsewhere", service_statuses: down(3) });
    await upgrade(api, { title: "Upgrade of 2", service_statuses: down(2) });
    await upgrade(api, { title: "Upgrade of 3", service_statuses: down(3) });
    const page = await pageOf(api, "acme-partners");
    expect(page.match(/<h3><bdi>(.*?)<\/bdi>/g)).toEqual([
      "<h3><bdi>API is down</bdi>",
      "<h3><bdi>Upgrade of 2</bdi>",
      "<h3><bdi>Website</bdi>",
      "<h3><bdi>API</bdi>",
    ]);
    expect(page).not.toContain("Service 3");
  });
});

describe("the pages", () => {
  it("list every hub with its status", async ({ api }) => {
    await createIncident(api);
    const page = (await read(api, "/")).text;
    expect(page.match(/href="\/hubs\/[^"]*"|class="status [^"]*"/g)).toEqual([
      'href="/hubs/acme"',
      'class="status down"',
      'href="/hubs/globex"',
      'class="status up"',
      'href="/hubs/acme-partners"',
      'class="status down"',
    ]);
  });

  it("say so if there is no such hub, and show the path only as text", async ({ api }) => {
    const { status, text } = await read(api, "/hubs/%3Cscript%3E");
    expect(status).toBe(404);
    expect(text).toContain("There is no hub <bdi>&lt;script&gt;</bdi>");
  });

  it("load nothing, run only their own script, and can't be framed", async ({ api }) => {
    const { headers, text } = await read(api);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; /);
    expect(policy).not.toContain("unsafe");
    for (const part of ["base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).not.toMatch(/ (src|style|on\w+)=|https?:\/\/(?!www\.w3)/);
  });

  it("change as time passes, if that changes their text, and with downtime once a minute", async ({ api }) => {
    const shown = async () => (await read(api)).text;
    await upgrade(api);
    const before = await shown();
    api.emulator.clock.advance(3_600_000);
    expect(await shown()).toBe(before);
    api.emulator.clock.advance(33 * 3_600_000);
    expect(await shown()).not.toBe(before);
    await createIncident(api, { start_time: null });
    api.emulator.clock.advance(300_000);
    const duringOutage = await shown();
    api.emulator.clock.advance(59_999);
    expect(await shown()).toBe(duringOutage);
    api.emulator.clock.advance(20 * 60_000);
    expect(await shown()).not.toBe(duringOutage);
  });
});

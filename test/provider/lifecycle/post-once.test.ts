import { describe, expect, it } from "vitest";
import { cancelled } from "../../../errors/requests.ts";
import { incidentTemplate } from "../../../kinds/incident-template.ts";
import type { Definition, Values } from "../../../kinds/kind.ts";
import type { Account } from "../../../provider/client/account.ts";
import { StatusHubError } from "../../../provider/client/errors.ts";
import { Owners } from "../../../provider/lifecycle/owners.ts";
import { create } from "../../../provider/lifecycle/reconcile.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";
import { createRecordingClock } from "../client/recording-clock.ts";

const make = (account: Account, definition: Definition, desired: Values, owners = new Owners()) =>
  create(account, definition, { desired, owners });
const template = { hub: "acme", title: " Down ", body: "<p>A & B</p>", silentUpdate: true };

describe("FLT-2: a create whose response is lost", () => {
  it("is recognized in the server's form, and in lists with basic info", async () => {
    const { emulator, account } = await reachEmulator();
    for (const as of ["trim", "upper-case", "entity-encode"] as const) {
      emulator.rewrites.add({ resource: "incident_templates", field: "title", as });
      emulator.rewrites.add({ resource: "incident_templates", field: "body", as });
    }
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });

    await make(account, incidentTemplate, template);

    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  it("is recognized in lists that don't show when a record was created", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });
    const lean = { id: 1, title: "Down", body: template.body, flags: { deleted: false, silent: true } };
    const list = { status: 200, body: { data: [lean] }, times: 3 };
    // The first list is from before the POST, so the record isn't in it yet.
    emulator.faults.add({ operation: "listIncidentTemplates", after: 1, ...list });

    await make(account, incidentTemplate, template);

    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  it("never takes a record that another resource has created, however equal", async () => {
    const { emulator, account } = await reachEmulator();
    const owners = new Owners();
    const first = await make(account, incidentTemplate, template, owners);
    emulator.faults.add({ operation: "createIncidentTemplate", status: 500 });
    emulator.faults.add({ operation: "createIncidentTemplate", status: 500, when: "after" });

    const others = await Promise.all([1, 2].map(() => make(account, incidentTemplate, template, owners)));

    const ids = [first, ...others].map(({ recordId }) => recordId);
    expect(new Set(ids).size).toBe(3);
    expect(emulator.records("incident_templates").map(({ id }) => String(id))).toEqual(ids.sort());
  });

  it("isn't retried if the server didn't respond in time and may still be working", async () => {
    const { emulator } = await reachEmulator();
    const account = reachAgain(emulator, { limits: { response: 100, complete: 200 } });
    emulator.faults.add({ operation: "createIncidentTemplate", hang: true });

    await expect(make(account, incidentTemplate, template)).rejects.toThrow(
      /no response came in time.* not known whether/,
    );

    expect(emulator.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("and whose search is interrupted says that the record may exist", async () => {
    const { emulator } = await reachEmulator();
    const interruption = new AbortController();
    const clock = {
      ...createRecordingClock(),
      sleep: async () => {
        interruption.abort(new StatusHubError(cancelled.interrupted()));
        throw interruption.signal.reason;
      },
    };
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "before" });

    const interrupted = make(reachAgain(emulator, { clock }).within(interruption.signal), incidentTemplate, template);

    await expect(interrupted).rejects.toThrow(/the response is lost.*Pulumi was interrupted.* Look for it on the hub/);
  });

  it("is said to be unknown only if the POST was sent", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createIncidentTemplate", status: 500, times: 6 });
    emulator.faults.add({ operation: "getHub", status: 500, after: 1, times: 6 });

    await expect(make(account, incidentTemplate, template)).rejects.toThrow(/\(500: .*not known whether.* \[SH4002\]/);
    await expect(make(reachAgain(emulator), incidentTemplate, template)).rejects.toThrow(
      /\(500: .*\. Run the same command again\. \[SH3002\]/,
    );
  });

  it("is found even if the list only shows the beginning of its texts", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });
    const cut = { id: 1, title: "Do...", created_at: "2026-11-21T12:00:00Z", flags: { deleted: false, silent: true } };
    emulator.faults.add({ operation: "listIncidentTemplates", after: 1, status: 200, body: { data: [cut] }, times: 3 });

    await make(account, incidentTemplate, template);

    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  it("is retried for as long as other requests are, if the server has failed and finished", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({
      operation: "createIncidentTemplate",
      status: 503,
      headers: { "retry-after": "9" },
      times: 5,
    });

    await make(account, incidentTemplate, template);

    expect(emulator.requests.filter(({ method }) => method === "POST")).toHaveLength(6);
    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  it("is only in doubt after a POST, and not if a request before it fails", async () => {
    const inDoubt = /not known whether the record was created.*\[SH4002\]$/;
    const failing = async (operation: "createIncidentTemplate" | "getHub" | "listIncidentTemplates") => {
      const { emulator, account } = await reachEmulator();
      emulator.faults.add({ operation, status: 500, times: Number.POSITIVE_INFINITY });
      return make(account, incidentTemplate, template).catch((error: Error) => error.message);
    };

    expect(await failing("createIncidentTemplate")).toMatch(inDoubt);
    for (const read of ["getHub", "listIncidentTemplates"] as const) {
      expect(await failing(read)).toMatch(/StatusHub failed \(500: .*\)\. Run the same command again\. \[SH3002\]$/);
    }
  });
});

import { describe, expect, it } from "vitest";
import type { Emulator, Fault } from "../../../../emulator/index.ts";
import type { Declared } from "../../../../model/api/form.ts";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import type { Definition } from "../../../../model/kinds/kind.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import type { Account } from "../../../../provider/client/account.ts";
import { StatusHubError } from "../../../../provider/client/errors.ts";
import { canceled } from "../../../../provider/errors/requests.ts";
import { create } from "../../../../provider/lifecycle/create.ts";
import { Owners } from "../../../../provider/lifecycle/record/owners.ts";
import { open } from "../../../../provider/lifecycle/record/scope.ts";
import { apiOf } from "../../../emulator/emulation.ts";
import { failureOf, reachAgain, reachEmulator } from "../../client/account.ts";
import { createRecordingClock } from "../../client/recording-clock.ts";
import { contextOf } from "../context.ts";

const make = (account: Account, definition: Definition, declared: Declared, owners = new Owners()) =>
  create(account, contextOf(definition, { owners }), declared);
const template = { hub: "acme", title: " Down ", body: "<p>A & B</p>", silentUpdate: true };

/** Creates an equal record, like somebody else. */
async function createTheirs(emulator: Emulator): Promise<string> {
  const { title, body, silentUpdate: silent_update } = template;
  const { body: theirs } = await apiOf(emulator).post("/hubs/acme/incident_templates", { title, body, silent_update });
  return String(theirs.id);
}

describe("FLT-2: a create whose response is lost", () => {
  it("is recognized in the server's form, and in lists with basic info", async () => {
    const { emulator, account } = await reachEmulator();
    const texts = ["incident_templates.title", "incident_templates.body"];
    emulator.assume({ trim: texts, "entity-encode": texts });
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });

    await make(account, incidentTemplate, template);

    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  const spelled = { hub: "acme", title: `It's  "down"`, body: "We look.\nWait." };
  it.each(["capitals", "tidied"] as const)(
    "is recognized if the server's texts are %s, and so is a leftover",
    async (texts) => {
      const { emulator, account } = await reachEmulator({ assume: { texts } });
      emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });

      const { state } = await make(account, incidentTemplate, spelled);

      expect(state.values).toMatchObject({ title: spelled.title, body: spelled.body });
      expect(emulator.records("incident_templates")).toMatchObject([{ title: spelled.title }]);
      await expect(make(reachAgain(emulator), incidentTemplate, spelled)).rejects.toThrow(/declare adopt.*\[SH4004\]$/);
    },
  );

  it("isn't taken for that of a similar create whose response is lost, too", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "after" });
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "before", times: 9 });
    const owners = new Owners();
    const making = ["Down", "DOWN"].map((title) => make(account, incidentTemplate, { hub: "acme", title }, owners));

    const [one, other] = await Promise.allSettled(making);

    expect([one?.status, other?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(emulator.records("incident_templates")).toMatchObject([
      { title: one?.status === "fulfilled" ? "Down" : "DOWN" },
    ]);
  });

  it("isn't taken for that of an equal create that began later and has no response yet", async () => {
    const { emulator, account } = await reachEmulator();
    const owners = new Owners();
    const making = (title: string) => make(account, incidentTemplate, { hub: "acme", title }, owners);
    const posted = (count: number) =>
      expect.poll(() => emulator.requests.filter(({ method }) => method === "POST").length).toBe(count);
    emulator.faults.add({ operation: "createIncidentTemplate", when: "after", delay: 200 });
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "before" });
    emulator.faults.add({ operation: "createIncidentTemplate", when: "after", delay: 500 });
    const other = making("Up");
    await posted(1);
    const lost = failureOf(making("Down"));
    await posted(2);
    const equal = making("Down");

    expect(await lost).toMatchObject({ message: expect.stringMatching(/not known whether.*\[SH4002\]$/) });

    expect([(await other).id, (await equal).id]).toEqual(["1", "2"]);
  });

  it("is recognized by its unique values, if the response was a success and other values are masked", async () => {
    const assume = { "masked-values": "masked", "write-responses": "no-record" } as const;
    const { emulator, account } = await reachEmulator({ assume });
    const sms = {
      hub: "acme",
      method: "sms",
      address: "+1 555 0100",
      services: "all",
      configuration: { header: "a b" },
    };
    await make(account, subscription, sms);
    expect(emulator.records("subscriptions")).toHaveLength(1);
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

  it.each<[string, Fault]>([
    ...[500, 501, 503, 505, 511].map((status): [string, Fault] => [`a ${status}`, { status }]),
    ["a success without a record", { status: 200, body: { done: true } }],
    ["a success that isn't JSON", { status: 202, body: "accepted" }],
    ["an empty success", { status: 200, body: "" }],
  ])("isn't retried after %s, even if it is created seconds later", async (_, fault) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createIncidentTemplate", ...fault });

    await expect(make(account, incidentTemplate, template)).rejects.toThrow(/not known whether.*\[SH4002\]$/);
    expect(emulator.requests.filter(({ method }) => method === "POST")).toHaveLength(1);

    await createTheirs(emulator);
    await expect(make(reachAgain(emulator), incidentTemplate, template)).rejects.toThrow(/declare adopt.*\[SH4004\]$/s);
    expect(emulator.records("incident_templates")).toHaveLength(1);
  });

  it("isn't sent again after a success without a record, although the API would reject a second one", async () => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ operation: "createSubscription", status: 200, body: { done: true } });
    const email = { hub: "acme", method: "email", address: "ops@example.com", services: "all" };

    await expect(make(account, subscription, email)).rejects.toThrow(/not known whether.*\[SH4002\]$/);

    expect(emulator.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("and whose search is interrupted says that the record may exist", async () => {
    const { emulator } = await reachEmulator();
    const interruption = new AbortController();
    const clock = {
      ...createRecordingClock(),
      sleep: async () => {
        interruption.abort(new StatusHubError(canceled.interrupted()));
        throw interruption.signal.reason;
      },
    };
    emulator.faults.add({ operation: "createIncidentTemplate", drop: "before" });

    const interrupted = make(reachAgain(emulator, { clock }).within(interruption.signal), incidentTemplate, template);

    await expect(interrupted).rejects.toThrow(/the response is lost.*Pulumi was interrupted.* Look for it on the hub/);
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

describe("IDN-1: an equal record that somebody else has created", () => {
  const start = Date.parse("2026-03-01T12:00:00Z");

  /** A run whose list of templates is complete, on a server whose clock runs like the client's. */
  async function startRun() {
    const clock = createRecordingClock();
    const { emulator, account } = await reachEmulator({ clock: { now: () => start + clock.now() } }, { clock });
    await make(account, incidentTemplate, { hub: "acme", title: "Up" });
    const failOnce = (fault: Fault) => emulator.faults.add({ operation: "createIncidentTemplate", ...fault });
    return {
      clock,
      emulator,
      failOnce,
      list: async () => (await open(account, incidentTemplate, { id: undefined, subdomain: "acme" })).list(),
      make: (owners?: Owners, declared = template as Declared) => make(account, incidentTemplate, declared, owners),
    };
  }

  it("isn't taken for ours if this process has listed it before the POST, even in the same second", async () => {
    const run = await startRun();
    run.failOnce({ status: 429, headers: { "retry-after": "11" } });
    const { sleep } = run.clock;
    let listed: Promise<unknown> | undefined;
    Object.assign(run.clock, {
      async sleep(milliseconds: number) {
        await sleep(milliseconds);
        listed ??= createTheirs(run.emulator)
          .then(run.list)
          .then(() => run.failOnce({ status: 500 }));
        await listed;
      },
    });

    await expect(run.make()).rejects.toThrow(/^(?!.*declare adopt).*\[SH4002\]$/);
  });

  it.each([
    ["has no creation time", { created_at: undefined }, {}],
    ["comes from a server whose responses have no Date", {}, { date: "" }],
  ])("isn't taken for ours if it %s", async (_, change, headers) => {
    const { emulator, account } = await reachEmulator();
    const theirs = await createTheirs(emulator);
    const { body } = await apiOf(emulator).get(`/hubs/acme/incident_templates/${theirs}`);
    const always = { times: Number.POSITIVE_INFINITY, headers };
    emulator.faults.add({ operation: "createIncidentTemplate", status: 500, headers });
    emulator.faults.add({ operation: "listIncidentTemplates", status: 200, body: { data: [] }, headers });
    emulator.faults.add({
      operation: "listIncidentTemplates",
      status: 200,
      body: { data: [{ ...body, ...change }] },
      ...always,
    });
    emulator.faults.add({ operation: "getIncidentTemplate", status: 200, body: { ...body, ...change }, ...always });
    emulator.faults.add({ operation: "getHub", ...always });

    await expect(make(account, incidentTemplate, template)).rejects.toThrow(
      new RegExp(`IncidentTemplate ${theirs} .*SH4002`),
    );
  });

  it("is never taken for ours if the records couldn't be listed before the POST", async () => {
    const run = await startRun();
    await createTheirs(run.emulator);
    await run.clock.sleep(60_000);
    run.emulator.faults.add({ operation: "listIncidentTemplates", status: 405, times: 2 });
    run.failOnce({ status: 500 });

    await expect(run.make()).rejects.toThrow(/^(?!.*declare adopt).*\[SH4002\]$/);
  });

  it("is found in an old list, so that a new record in the second of the POST is ours", async () => {
    const run = await startRun();
    await createTheirs(run.emulator);
    await run.clock.sleep(3_700_000);
    await run.make(undefined, { hub: "acme", title: "Other" });
    await run.clock.sleep(9000);
    run.failOnce({ status: 500, when: "after" });

    expect(await run.make()).toMatchObject({ id: "4" });
  });

  it("while the POST waited for the rate limit isn't taken for ours", async () => {
    const run = await startRun();
    run.failOnce({ status: 429, headers: { "retry-after": "5" } });
    const { sleep } = run.clock;
    let theirs: Promise<unknown> | undefined;
    Object.assign(run.clock, {
      async sleep(milliseconds: number) {
        theirs ??= createTheirs(run.emulator).then(() => run.failOnce({ status: 500 }));
        await theirs;
        return sleep(milliseconds);
      },
    });

    await expect(run.make()).rejects.toThrow(/not known whether.*SH4002/);

    expect(run.emulator.records("incident_templates")).toHaveLength(2);
  });
});

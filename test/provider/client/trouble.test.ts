import { expect, test } from "vitest";
import { service } from "../../../model/kinds/service.ts";
import type { Account } from "../../../provider/client/account.ts";
import { AccountTrouble } from "../../../provider/client/trouble.ts";
import { readState } from "../../../provider/lifecycle/forms/state.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { contextOf } from "../lifecycle/context.ts";
import { failureOf, reachEmulator } from "./account.ts";

/** Reads a service of the state, and returns the error's code and what it refers to. */
async function readOf(account: Account, id: string): Promise<string> {
  const stored = { hub: "acme", hubId: "1", name: `s${id}`, groupId: 1, archived: false };
  const kept = { id, state: readState(stored) };
  const { message } = (await failureOf(read(account, contextOf(service), kept))) as Error;
  const [said] = /as the error SH\d{4} of this run says/.exec(message) ?? [];
  return [message.slice(-7, -1), ...(said === undefined ? [] : [said])].join(", ");
}

const always = { times: Number.POSITIVE_INFINITY } as const;
const ids = ["1", "2", "3", "4"];
const all = (account: Account) => Promise.all(ids.map((id) => readOf(account, id)));
const again = (code: string) => `SH3011, as the error ${code} of this run says`;

test("FLT-9: a rejected key is said once, and again after any other response", async () => {
  const { emulator, account } = await reachEmulator();
  const rejection = { status: 401, ...always };
  emulator.faults.add(rejection);
  const messages = await all(account);
  expect(messages.toSorted()).toEqual(["SH1013", ...ids.slice(1).map(() => again("SH1013"))]);
  emulator.faults.clear();
  emulator.faults.add({ status: 403 });
  emulator.faults.add(rejection);
  const perform = () => account.client.perform(service.operations.list, { subdomain: "acme" });
  expect(await failureOf(perform())).toMatchObject({ name: "ForbiddenError" });
  expect(await readOf(account, "5")).toBe("SH1013");
});

test.each([
  ["SH3002", { status: 503 }],
  ["SH3003", { drop: "before" }],
] as const)(
  "FLT-9: a service that is down is said once, and each other resource sends once (%s)",
  async (code, fault) => {
    const { emulator, account } = await reachEmulator();
    emulator.faults.add({ ...fault, ...always });
    // They share the lookup of their hub.
    const first = await all(account);
    expect(first.toSorted()).toEqual([code, ...ids.slice(1).map(() => again(code))]);
    expect(emulator.requests).toHaveLength(6);
    for (const id of ids) expect(await readOf(account, id)).toBe(again(code));
    expect(emulator.requests).toHaveLength(6 + ids.length);
    // A rejection is a response, so the next failure is sent again.
    emulator.faults.clear();
    emulator.faults.add({ status: 422 });
    await readOf(account, "5");
    emulator.faults.add({ ...fault, ...always });
    emulator.clearRequests();
    expect(await readOf(account, "6")).toBe(code);
    expect(emulator.requests).toHaveLength(6);
  },
);

test("FLT-9: an error of one record is its own if another request gets a response meanwhile", () => {
  const trouble = new AccountTrouble();
  const { responses } = trouble;
  trouble.noteResponse();
  trouble.noteGivenUp(responses);
  expect(trouble.isDown).toBe(false);
  trouble.noteGivenUp(trouble.responses);
  expect(trouble.isDown).toBe(true);
});

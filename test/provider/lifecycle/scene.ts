import { expect } from "vitest";
import type { EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { create } from "../../../provider/lifecycle/create.ts";
import { remove } from "../../../provider/lifecycle/delete.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { dependsOnPage, planUpdate } from "../../../provider/lifecycle/forms/plan.ts";
import { type Kept, readState, writeState } from "../../../provider/lifecycle/forms/state.ts";
import { read, readPageOf } from "../../../provider/lifecycle/read.ts";
import { PartialError } from "../../../provider/lifecycle/record/operation-error.ts";
import { Owners } from "../../../provider/lifecycle/record/owners.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { failureOf, reachAgain, reachEmulator } from "../client/account.ts";
import { contextOf } from "./context.ts";

/** One kind of resource in hub acme, driven as Pulumi drives it. Each operation runs in its own process. */
export type Scene = Awaited<ReturnType<typeof startScene>>;

/** An emulator with services 1 to 3 in hub acme. */
export async function startScene(definition: Definition, options: EmulatorOptions = {}) {
  const { emulator } = await reachEmulator(options);
  const made = new Set<string>();
  // As Pulumi shows the state's resources to a process.
  const owners = () => {
    const all = new Owners();
    all.mark(definition, [...made], "stored");
    return all;
  };
  for (const name of ["API", "Web", "Search"]) {
    emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name } });
  }
  emulator.clearRequests();
  const now = () => reachAgain(emulator);
  const context = () => contextOf(definition, { owners: owners() });
  const known = ({ id, stored }: Kept) => ({ id, state: readState(stored) });
  const find = async (kept: Kept) => {
    const found = await read(now(), context(), known(kept));
    return found && { id: found.id, stored: writeState(found.state), declared: found.declared };
  };
  return {
    emulator,
    read: find,
    async create(values: Declared): Promise<Kept> {
      const declared = { hub: "acme", ...values };
      const { id, state } = await create(now(), context(), declared);
      made.add(id);
      return { id, stored: writeState(state) };
    },
    /** Returns the state after an operation that was only partly carried out. */
    async partial(operation: Promise<unknown>): Promise<Kept> {
      const error = await failureOf(operation);
      if (!(error instanceof PartialError)) throw error;
      return { id: error.recordId, stored: error.stored };
    },
    /** Reads and stores the result, as a refresh does. */
    async refresh(state: Kept): Promise<Kept> {
      const found = await find(state);
      if (found === undefined) throw new Error(`${definition.kind} ${state.id} is gone`);
      return { id: found.id, stored: found.stored };
    },
    async update(kept: Kept, values: Declared): Promise<Kept> {
      const { state } = await update(now(), context(), known(kept), { hub: "acme", ...values });
      return { id: kept.id, stored: writeState(state) };
    },
    /** Returns what the delete has said. */
    async remove(kept: Kept) {
      const { said, ...asked } = context();
      await remove(now(), asked, known(kept));
      expect(said.length).toBeLessThan(2);
      return said[0];
    },
    /** Compares a state with a program as a preview does, which reads the page if that decides. */
    async diff(kept: Kept, values: Declared) {
      const declared = { hub: "acme", ...values };
      const { state } = known(kept);
      const time = emulator.clock.now();
      const isAsked = dependsOnPage(definition, state, declared, time);
      const page = isAsked ? await readPageOf(now(), context(), known(kept)) : undefined;
      return diff(definition, state, declared, { plan: planUpdate(definition, { state, declared, page }, time) });
    },
    changed: (kept: Kept, values: Declared) => diff(definition, known(kept).state, { hub: "acme", ...values }).changed,
    /** Returns the writes since the last call: method and path in the hub, and the body. */
    takeWrites() {
      const writes = emulator.requests.filter(({ method }) => method !== "GET");
      emulator.clearRequests();
      return writes.map(({ method, path, body }) => ({ call: `${method} ${path.replace("/hubs/acme/", "")}`, body }));
    },
  };
}

/** A scene with one record, and its state. */
export async function startMade(definition: Definition, declared: Declared) {
  const scene = await startScene(definition);
  return { scene, made: await scene.create(declared) };
}

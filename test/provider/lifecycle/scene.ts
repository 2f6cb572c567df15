import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import type { Kept } from "../../../provider/lifecycle/forms/state.ts";
import { create, read, remove, update } from "../../../provider/lifecycle/index.ts";
import { PartialError } from "../../../provider/lifecycle/record/operation-error.ts";
import { Owners } from "../../../provider/lifecycle/record/owners.ts";
import type { ReadResult } from "../../../provider/lifecycle/record/read.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";

/** One kind of resource in hub acme, driven as Pulumi drives it. Each operation runs in its own process. */
export interface Scene {
  readonly emulator: Emulator;
  create(declared: Declared): Promise<Kept>;
  /** Returns the state after an operation that was only partly carried out. */
  partial(operation: Promise<unknown>): Promise<Kept & { readonly message: string }>;
  read(state: Kept): Promise<ReadResult | undefined>;
  /** Reads and stores the result, as a refresh does. */
  refresh(state: Kept): Promise<Kept>;
  update(state: Kept, declared: Declared): Promise<Kept>;
  remove(state: Kept): Promise<string | undefined>;
  changed(state: Kept, declared: Declared): readonly string[];
  /** Returns the writes since the last call: method and path in the hub, and the body. */
  takeWrites(): { call: string; body: unknown }[];
}

/** An emulator with services 1 to 3 in hub acme. */
export async function startScene(definition: Definition, options: EmulatorOptions = {}): Promise<Scene> {
  const { emulator } = await reachEmulator(options);
  const made = new Set<string>();
  // As Pulumi shows the state's resources to a process.
  const owners = () => {
    const all = new Owners();
    for (const id of made) all.noteStored(definition, { id, stored: {} });
    return all;
  };
  for (const name of ["API", "Web", "Search"]) {
    emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name } });
  }
  emulator.clearRequests();
  const now = () => reachAgain(emulator);
  const find = ({ id, stored }: Kept) => read(now(), definition, { id, stored, owners: owners() });
  return {
    emulator,
    read: find,
    async create(declared) {
      const { id, stored } = await create(now(), definition, {
        declared: { hub: "acme", ...declared },
        owners: owners(),
      });
      made.add(id);
      return { id, stored };
    },
    async partial(operation) {
      const error = await operation.then(
        () => new Error("it did not fail"),
        (reason: unknown) => reason,
      );
      if (!(error instanceof PartialError)) throw error;
      return { id: error.recordId, stored: error.stored, message: error.message };
    },
    async refresh(state) {
      const found = await find(state);
      if (found === undefined) throw new Error(`${definition.kind} ${state.id} is gone`);
      return { id: found.id, stored: found.stored };
    },
    async update(state, declared) {
      const change = { id: state.id, stored: state.stored, declared: { hub: "acme", ...declared }, owners: owners() };
      const { stored } = await update(now(), definition, change);
      return { id: state.id, stored };
    },
    remove: (state) => remove(now(), definition, { id: state.id, stored: state.stored, owners: owners() }),
    changed: (state, declared) => diff(definition, state.stored, { hub: "acme", ...declared }).changed,
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

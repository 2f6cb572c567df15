import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Declared, Stored } from "../../../../model/api/form.ts";
import { definitions } from "../../../../model/kinds/index.ts";
import { adoptKey, ownerKey } from "../../../../provider/lifecycle/forms/state.ts";
import { Owners } from "../../../../provider/lifecycle/record/owners.ts";
import { shareOwners } from "../../../../provider/run/shared-owners.ts";

const template = definitions.IncidentTemplate ?? expect.unreachable();
const names = ["a", "b", "c"] as const;

/** What a program says of a resource in one run, and what happens to it. */
interface Turn {
  readonly name: (typeof names)[number];
  readonly says: "nothing" | "declares" | "looks up";
  readonly process: 0 | 1;
  /** The record to adopt or to look up. */
  readonly record: string;
  readonly adopts: boolean;
  readonly title: string;
  readonly isReplaced: boolean;
  readonly fails: boolean;
}

interface Run {
  /** The record that somebody deletes before. */
  readonly removed: string | undefined;
  readonly isRefreshed: boolean;
  readonly turns: readonly Turn[];
}

interface Entry extends Pick<Turn, "name" | "process"> {
  readonly id: string;
  readonly stored: Stored;
  readonly inputs: Declared;
}

const turn = fc.record<Turn>({
  name: fc.constantFrom(...names),
  says: fc.constantFrom("nothing", "declares", "declares", "declares", "looks up"),
  process: fc.constantFrom(0, 1),
  record: fc.constantFrom("1", "2", "3"),
  adopts: fc.boolean(),
  title: fc.constantFrom("Down", "Slow"),
  isReplaced: fc.boolean(),
  fails: fc.nat({ max: 4 }).map((draw) => draw === 0),
});
const run = fc.record<Run>({
  removed: fc.option(fc.constantFrom("1", "2", "3"), { freq: 3, nil: undefined }),
  isRefreshed: fc.boolean(),
  turns: fc.uniqueArray(turn, { selector: ({ name }) => name, minLength: 1, maxLength: names.length }),
});

/** A page and a stack, deployed again and again by an engine that goes on after an error. */
class Deployments {
  state: Entry[] = [];
  readonly #live = new Set(["1", "2"]);
  #made = 2;
  #processes: Owners[] = [];
  /** What this run has seen of the program: records that it looks up, tries to adopt, and has. */
  #wanted = new Set<string>();
  #taken = new Map<string, string>();

  up({ removed, isRefreshed, turns }: Run, processes: Owners[]): void {
    this.#processes = processes;
    this.#wanted = new Set();
    this.#taken = new Map();
    this.#live.delete(removed ?? "");
    if (isRefreshed) this.#refresh();
    const before = this.state;
    const kept = turns.filter((each) => {
      const old = before.find(({ name, process }) => name === each.name && process === each.process);
      try {
        return this.#register(each, old);
      } catch (error) {
        expect(String(error)).toMatch(/SH4010|SH4012|the adoption fails|nothing to adopt/);
        return old !== undefined;
      }
    });
    const isKept = ({ name, process }: Entry) => kept.some((each) => each.name === name && each.process === process);
    // At the end, Pulumi deletes what was replaced, and what the program no longer declares.
    for (const entry of before) if (this.state.includes(entry) && !isKept(entry)) this.#delete(entry);
  }

  #owners = (process: 0 | 1): Owners => this.#processes[process] ?? expect.unreachable();

  #refresh(): void {
    for (const entry of this.state.filter(({ id }) => !this.#live.has(id)))
      this.#owners(entry.process).noteGone(template, entry);
    this.state = this.state.filter(({ id }) => this.#live.has(id));
    for (const entry of this.state) this.#owners(entry.process).noteStored(template, entry);
  }

  /** Returns whether the state keeps the old entry, as it was or changed. */
  #register({ says, process, record, adopts, title, isReplaced, fails, name }: Turn, old?: Entry): boolean {
    const owners = this.#owners(process);
    if (says === "nothing") return false;
    if (says === "looks up") {
      owners.noteLookup(template, record);
      this.#wanted.add(record);
      return false;
    }
    const declared = {
      hub: "acme",
      title: `${title} ${name}`,
      ...(adopts && { adopt: record }),
    } as unknown as Declared;
    owners.noteCheck(template, old?.inputs ?? ({} as Declared), declared);
    if (old !== undefined) {
      if (adopts && old.inputs.adopt !== record) this.#wanted.add(record);
      owners.noteCompared(template, { ...old, declared });
      this.#take(old.id, String(old.stored[ownerKey]));
      if (old.inputs.title === declared.title || !isReplaced) {
        this.#put(old, { ...old, inputs: declared });
        return true;
      }
      if (adopts) throw new Error("SH4012");
      owners.noteCheck(template, {} as Declared, declared);
    } else if (adopts) this.#wanted.add(record);
    this.#create({ name, process, declared, fails });
    owners.declarations.adopted(template, declared);
    return false;
  }

  #take(id: string, owner: string): void {
    expect(this.#taken.get(id) ?? owner, "has two resources").toBe(owner);
    this.#taken.set(id, owner);
  }

  #put(old: Entry | undefined, entry: Entry): void {
    this.state = this.state.filter((each) => each !== old).concat(entry);
  }

  #create({
    name,
    process,
    declared,
    fails,
  }: Pick<Entry, "name" | "process"> & { declared: Declared; fails: boolean }) {
    const owners = this.#owners(process);
    const { adopt } = declared;
    const owner = `owner-${this.state.length}-${Math.random()}`;
    const isAdopted = typeof adopt === "string" && !owners.isGone(template, adopt);
    if (isAdopted && !this.#live.has(adopt)) throw new Error("nothing to adopt");
    if (isAdopted && owners.has(template, adopt)) throw new Error("SH4010");
    const id = isAdopted ? adopt : String(++this.#made);
    this.#live.add(id);
    owners.take(template, [id], owner);
    if (isAdopted && fails) {
      owners.release(template, id, owner);
      throw new Error("the adoption fails");
    }
    this.#take(id, owner);
    this.#put(undefined, { name, process, id, inputs: declared, stored: { [ownerKey]: owner, [adoptKey]: adopt } });
  }

  #delete(entry: Entry): void {
    const { process, id, stored } = entry;
    const claim = this.#owners(process).claimOn(template, entry);
    const isOthers = this.#taken.has(id) && this.#taken.get(id) !== stored[ownerKey];
    const isWanted = isOthers || this.#wanted.has(id);
    expect(claim !== undefined, `${id}: ${claim}`).toBe(isWanted);
    // The deletion fails, so the state keeps it. What nobody has must not leave the state.
    if (claim === "adopts") return;
    if (claim === "taken") expect(isOthers).toBe(true);
    this.state = this.state.filter((each) => each !== entry);
    if (claim === undefined) this.#live.delete(id);
  }
}

test("OWN-3, OWN-4: exactly what the program has, looks up or adopts isn't deleted, whatever happens in two processes", () => {
  let engines = 0;
  const processOf = (engine: string, pid: number) => {
    const shared = shareOwners(engine, "https://acme.example.com", () => undefined, pid);
    onTestFinished(() => shared?.close());
    return { owners: new Owners(shared), close: () => shared?.close() };
  };
  const prove = (runs: Run[]) => {
    const deployments = new Deployments();
    for (const each of runs) {
      engines += 1;
      const engine = `owners-${process.pid}-${engines}:1`;
      const both = [process.pid, process.ppid].map((pid) => processOf(engine, pid));
      deployments.up(
        each,
        both.map(({ owners }) => owners),
      );
      for (const { close } of both) close();
    }
  };
  fc.assert(fc.property(fc.array(run, { minLength: 2, maxLength: 5 }), prove), { numRuns: 1000 });
});

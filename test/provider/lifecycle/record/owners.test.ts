import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Declared, Stored } from "../../../../model/api/form.ts";
import { definitions } from "../../../../model/kinds/index.ts";
import { adoptionKey, adoptKey } from "../../../../provider/lifecycle/forms/state.ts";
import { Owners } from "../../../../provider/lifecycle/record/owners.ts";
import { shareOwners } from "../../../../provider/run/shared-owners.ts";

const template = definitions.IncidentTemplate ?? expect.unreachable();
const names = ["a", "b", "c"] as const;
type Name = (typeof names)[number];

/** What a program says of a resource in one run, and what happens to it. */
interface Turn {
  readonly name: Name;
  readonly says: "nothing" | "declares" | "looks up";
  readonly process: 0 | 1;
  /** The record to adopt or to look up. */
  readonly record: string;
  readonly adopts: boolean;
  readonly title: string;
  readonly replaces: "no" | "before" | "after";
  readonly fails: boolean;
}

interface Run {
  /** The record that somebody deletes before. */
  readonly removed: string | undefined;
  readonly isRefreshed: boolean;
  readonly turns: readonly Turn[];
}

interface Entry {
  readonly name: Name;
  readonly process: 0 | 1;
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
  replaces: fc.constantFrom("no", "before", "after"),
  fails: fc.nat({ max: 4 }).map((draw) => draw === 0),
});
const run = fc.record<Run>({
  removed: fc.option(fc.constantFrom("1", "2", "3"), { freq: 3, nil: undefined }),
  isRefreshed: fc.boolean(),
  turns: fc.uniqueArray(turn, { selector: ({ name }) => name, minLength: 1, maxLength: names.length }),
});

/** A record that a resource is about to adopt, or should have. */
interface Adoption {
  readonly process: 0 | 1;
  readonly record: string;
  readonly hasFailed: boolean;
}

/** A page and a stack, deployed again and again by an engine that goes on after an error. */
class Deployments {
  state: Entry[] = [];
  readonly #live = new Set(["1", "2"]);
  #made = 2;
  #adoptions = 0;
  #processes: Owners[] = [];
  /** What this run has seen of the program: what it looks up, and is about to adopt. */
  #lookedUp = new Set<string>();
  #awaited = new Map<Name, Adoption>();
  #registered: Entry[] = [];
  /** What the refresh of a process hasn't found. */
  #gone = new Set<string>();
  /** Also what the run replaces afterwards. */
  #compared: Entry[] = [];

  async up({ removed, isRefreshed, turns }: Run, processes: Owners[]): Promise<void> {
    this.#processes = processes;
    this.#lookedUp = new Set();
    this.#awaited = new Map();
    this.#registered = [];
    this.#compared = [];
    this.#gone = new Set();
    this.#live.delete(removed ?? "");
    if (isRefreshed) this.#refresh();
    const before = this.state;
    const kept: Entry[] = [];
    for (const each of turns) {
      const old = before.find((entry) => entry.name === each.name && entry.process === each.process);
      const isKept = await this.#register(each, old).catch((error: unknown) => this.#expected(error, old));
      if (old !== undefined && isKept) kept.push(old);
    }
    // At the end, Pulumi deletes what was replaced, and what the program no longer declares.
    for (const entry of before.filter((each) => this.state.includes(each) && !kept.includes(each))) this.#delete(entry);
  }

  #refresh(): void {
    for (const { process, id } of this.state.filter(({ id }) => !this.#live.has(id))) {
      this.#processes[process]?.note(template, [id], "gone");
      this.#gone.add(`${process} ${id}`);
    }
    this.state = this.state.filter(({ id }) => this.#live.has(id));
    this.state = this.state.map(({ inputs: { adopt: _, ...inputs }, ...entry }) => ({ ...entry, inputs }));
    for (const { process, id } of this.state) this.#processes[process]?.note(template, [id], "in the state");
  }

  /** Only our own refusals: anything else is a bug of this test. */
  #expected(error: unknown, old: Entry | undefined): boolean {
    expect(String(error)).toMatch(/SH4010|the adoption fails|nothing to adopt/);
    return old !== undefined;
  }

  /** Returns whether the state keeps the old entry, as it was or changed. */
  async #register(
    { says, process, record, adopts, title, replaces, fails, name }: Turn,
    old?: Entry,
  ): Promise<boolean> {
    const owners = this.#processes[process] ?? expect.unreachable();
    if (says === "nothing") return false;
    if (says === "looks up") {
      if (this.#live.has(record)) owners.note(template, [record], "looked up");
      this.#lookedUp.add(record);
      return false;
    }
    const declared = {
      hub: "acme",
      title: `${title} ${name}`,
      ...(adopts && { adopt: record }),
    } as unknown as Declared;
    // What a resource that exists has said once, without being replaced, has no effect: `adopt` is for a create.
    const isGone = this.#gone.has(`${process} ${record}`);
    const isSaid = old !== undefined && [old.id, old.stored[adoptKey], old.inputs.adopt].includes(record);
    const isDone = isGone || isSaid;
    if (adopts && !isDone) this.#awaited.set(name, { process, record, hasFailed: false });
    owners.noteCheck(template, old?.inputs ?? ({} as Declared), declared);
    if (old !== undefined) {
      this.#registered.push(old);
      this.#compared.push(old);
      owners.requireSole(template, { ...old, declared });
      // Whichever of the two comes later is refused.
      expect(this.#othersOf(old), "has two resources").toEqual([]);
      const isSame = old.inputs.title === declared.title;
      if (isSame) owners.noteSame(template, declared);
      if (isSame || replaces === "no") {
        this.#put(old, { ...old, inputs: declared });
        return true;
      }
      owners.noteCheck(template, {} as Declared, declared);
      this.#registered = this.#registered.filter((each) => each !== old);
      if (replaces === "before" && !this.#delete(old)) return true;
    }
    const isMeant = adopts && !isDone;
    await owners.creating(template, declared, async () => this.#create({ name, process, declared, fails, isMeant }));
    this.#awaited.delete(name);
    return false;
  }

  #put(old: Entry | undefined, entry: Entry): void {
    this.state = this.state.filter((each) => each !== old).concat(entry);
    this.#registered = this.#registered.filter((each) => each !== old).concat(entry);
  }

  #create({
    name,
    process,
    declared,
    fails,
    isMeant,
  }: Pick<Entry, "name" | "process"> & { declared: Declared; fails: boolean; isMeant: boolean }) {
    const owners = this.#processes[process] ?? expect.unreachable();
    const { adopt } = declared;
    const entry = { name, process, inputs: declared };
    const isMade = typeof adopt !== "string" || owners.isAdoptDone(template, declared);
    expect(isMade, "adopt means the first record only").toBe(!isMeant);
    if (isMade) {
      this.#made += 1;
      this.#live.add(String(this.#made));
      owners.noteDeclared(template, [String(this.#made)]);
      this.#put(undefined, { ...entry, id: String(this.#made), stored: { [adoptKey]: adopt } });
      return;
    }
    if (!this.#live.has(adopt)) throw new Error("nothing to adopt");
    if (owners.has(template, [adopt])) throw new Error("SH4010");
    expect(
      this.#registered.map(({ id }) => id),
      "gets a second resource",
    ).not.toContain(adopt);
    this.#adoptions += 1;
    const adoption = `adoption-${this.#adoptions}`;
    owners.noteDeclared(template, [adopt], adoption);
    if (fails) {
      owners.noteFailedAdoption(template, [adopt], adoption);
      this.#awaited.set(name, { process, record: adopt, hasFailed: true });
      throw new Error("the adoption fails");
    }
    this.#put(undefined, { ...entry, id: adopt, stored: { [adoptionKey]: adoption, [adoptKey]: adopt } });
  }

  /** Returns the other entries of the program that have the record. */
  #othersOf(entry: Entry, among = this.#registered): Entry[] {
    const isSame = ({ name, process }: Entry) => name === entry.name && process === entry.process;
    return among.filter((each) => each.id === entry.id && !isSame(each));
  }

  /** Returns whether Pulumi removes it from the state: not if the deletion fails. */
  #delete(entry: Entry): boolean {
    const { process, id } = entry;
    const claims = this.#processes[process]?.claimsOn(template, entry) ?? expect.unreachable();
    const isKept = claims.taken.length > 0 || claims.isAwaited || claims.isLookedUp;
    const [others, awaiting] = [
      this.#othersOf(entry),
      [...this.#awaited.values()].filter(({ record }) => record === id),
    ];
    const wanting = [
      ...others,
      ...this.#othersOf(entry, this.#compared),
      ...awaiting,
      ...(this.#lookedUp.has(id) ? [id] : []),
    ];
    if (isKept || claims.isAdoptionMissing) expect(wanting, "is deleted if nobody wants it").not.toEqual([]);
    if (!isKept && claims.isAdoptionMissing) return false;
    const isOnlyMissing = awaiting.length > 0 && awaiting.every((each) => each.process === process);
    // Another entry may be about to be deleted, which then fails.
    const isHeld = this.state.some((each) => each !== entry && each.id === id);
    const isLost = isKept && !isHeld && others.length === 0 && !this.#lookedUp.has(id) && isOnlyMissing;
    expect(isLost, "leaves the state although its adoption failed").toBe(false);
    this.state = this.state.filter((each) => each !== entry);
    if (isKept || !this.#live.delete(id)) return true;
    expect([...this.#lookedUp], "is looked up").not.toContain(id);
    expect(awaiting, "is about to be adopted").toEqual([]);
    expect(others, "the program has it").toEqual([]);
    return true;
  }
}

test("OWN-3, OWN-4: no record that the program has, looks up or is about to adopt is deleted, whatever happens in two processes", async () => {
  let engines = 0;
  const processOf = (engine: string, pid: number) => {
    const shared = shareOwners(engine, "https://acme.example.com", () => undefined, pid);
    onTestFinished(() => shared?.close());
    return { owners: new Owners(shared), close: () => shared?.close() };
  };
  const prove = async (runs: Run[]) => {
    const deployments = new Deployments();
    for (const each of runs) {
      engines += 1;
      const engine = `owners-${process.pid}-${engines}:1`;
      const both = [process.pid, process.ppid].map((pid) => processOf(engine, pid));
      await deployments.up(
        each,
        both.map(({ owners }) => owners),
      );
      for (const { close } of both) close();
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 5 }), prove), { numRuns: 1000 });
});

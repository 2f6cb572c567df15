import { lookups } from "../../model/kinds/index.ts";
import type { Lookup } from "../../model/kinds/kind.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { findNodeProblem } from "../../model/versions.ts";
import type { CheckFailure } from "../check-failure.ts";
import type { ReadSetting } from "../config.ts";
import { isInInputs } from "../lifecycle/diff.ts";
import { readState } from "../lifecycle/forms/state.ts";
import { declaredFrom, type Properties, securedResult, storedFrom } from "../marks.ts";
import { definitionOf } from "../provider.ts";
import { withMarks, written } from "../results.ts";
import { reportingErrors, requireWhole, stackless } from "./errors.ts";
import { calls, providerFor } from "./process.ts";

/*
 * Adapter to Pulumi's dynamic-provider protocol.
 */

export interface DynamicProvider {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes?: boolean; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, olds: Properties): Promise<{ id?: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, olds: Properties): Promise<void>;
}

type LookupProvider = Pick<DynamicProvider, "configure" | "read">;

/**
 * Returns the dynamic provider of one kind of resource, or of a function. Pulumi's provider process calls it through
 * the pointer in every resource. The pointer, this entry and the names are a wire format and never change.
 */
export function handler(name: string): DynamicProvider | LookupProvider {
  // Checked before the HTTP client is loaded, which fails on an older Node with an error about its own code.
  const problem = findNodeProblem(process.versions.node);
  if (problem !== undefined) throw stackless(problem);

  let setting: ReadSetting = () => undefined;
  const provider = () => providerFor(setting);
  const lookup = lookups[name];
  const methods = lookup === undefined ? resourceMethods(name, provider) : lookupMethods(lookup, provider);
  return {
    // Must be synchronous and never fail: Pulumi doesn't wait for it before the first operations.
    configure({ config }) {
      // Without a type checker, an explicit provider's arguments may have any type.
      setting = (key) => {
        const value: unknown = config.get(key);
        return value === undefined || value === null ? undefined : String(value);
      };
    },
    ...methods,
  };
}

type GetProvider = () => ReturnType<typeof providerFor>;

/** Runs a call of the engine, which is finished before this process ends, and puts its errors in the form in which Pulumi shows them. */
const call = <Result>(operation: () => Promise<Result>): Promise<Result> => calls.run(() => reportingErrors(operation));

/** Pulumi removes the marks of secrets before it calls this protocol. */
const marked = "unknown";

const resourceMethods = (kind: string, provider: GetProvider): Omit<DynamicProvider, "configure"> => {
  const resource = { kind, marked } as const;
  return {
    check: (olds, news) =>
      call(async () => {
        const { [pointerKey]: _, ...inputs } = news;
        const declarations = { previous: declaredFrom(olds), declared: declaredFrom(news) };
        const failures = provider().check(resource, declarations);
        const problem = provider().findConfigProblem();
        if (problem !== undefined) failures.push({ property: "", reason: problem });
        return { inputs, failures };
      }),

    /**
     * Either says that there are `changes`, or leaves that to the engine, which compares the inputs and shows which property differs:
     *
     *     nothing changed                        no changes
     *     nothing, but there is no pointer yet   the engine sees that: a record of the native provider gets it by an update without a request
     *     the inputs have changed                the engine sees that
     *     something has only on the page         changes
     *     another record is needed               changes: the inputs may be those of the program, after a failed create, or of a hub that was kept
     */
    diff: (id, olds, news) =>
      call(async () => {
        const stored = storedFrom(olds);
        const declared = declaredFrom(news);
        const { changed, replaces, deleteBeforeReplace } = await provider().diff(resource, { id, stored }, declared);
        const leftToEngine = { replaces: [...replaces], deleteBeforeReplace };
        if (changed.length === 0) return pointerKey in olds ? { changes: false } : leftToEngine;
        const isReplaced = replaces.length > 0;
        const engineSees = isInInputs(definitionOf(kind), changed, { state: readState(stored), declared });
        return engineSees && !isReplaced ? leftToEngine : { ...leftToEngine, changes: true };
      }),

    // A write that failed in part is thrown after `call`, which would reduce it to a message: Pulumi keeps the record in the error.
    async create(inputs) {
      const result = await call(() =>
        written(definitionOf(kind), inputs, provider().create(resource, declaredFrom(inputs))),
      );
      const { id, properties } = requireWhole(result, inputs);
      return { id, outs: properties };
    },

    read: (id, olds) =>
      call(async () => {
        const found = await provider().read(resource, { id, stored: storedFrom(olds) });
        if (found === undefined) return {};
        const { outputs: props, inputs } = withMarks(definitionOf(kind), found);
        return { id: found.id, props, inputs };
      }),

    async update(id, olds, news) {
      const kept = { id, stored: storedFrom(olds) };
      const result = await call(() =>
        written(definitionOf(kind), news, provider().update(resource, kept, declaredFrom(news))),
      );
      return { outs: requireWhole(result, news).properties };
    },

    delete: (id, olds) => call(() => provider().delete(resource, { id, stored: storedFrom(olds) })),
  };
};

/** A function of the package. This protocol has none, so it is a resource that Pulumi only reads. */
const lookupMethods = (lookup: Lookup, provider: GetProvider): Omit<LookupProvider, "configure"> => ({
  read: (id, olds) =>
    call(async () => {
      const { [pointerKey]: _, ...query } = olds;
      // In a refresh. The next `up` looks it up again, and a destroy doesn't need it, so neither fails if the record is gone.
      if ("found" in query) return { id, props: query };
      const found = await provider().lookup({ lookup, marked }, declaredFrom(query));
      return { id, props: { ...query, found: securedResult(found, query) } };
    }),
});

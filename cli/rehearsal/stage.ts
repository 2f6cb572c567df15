import type { Declared, Stored } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { dynamicTypeOf, typeIn } from "../../model/pulumi/resource-type.ts";
import { isRejection, type MarkedNames, type Provider, providerOn } from "../../provider/rehearse.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { type HubName, type Identity, identify, providerOf } from "../project/record.ts";
import { type ExportedResource, holdsSecret, inClear, type ResourceState } from "../project/stack.ts";
import { labelOf } from "../records.ts";
import { isSecret } from "../report/planned.ts";
import type { Page } from "./page.ts";
import type { Replies } from "./replies.ts";

/** A stack with what Pulumi plans and what the state has, in clear. */
export interface StackToPlay {
  readonly stack: string;
  /** The steps of a preview with a refresh, also those that change nothing. */
  readonly steps: readonly PreviewStep[];
  readonly resources: readonly ExportedResource[];
  /** What the providers have said in that preview. @default it hasn't asked */
  readonly replies?: Replies;
  /** Names the hub of a record. */
  readonly hubName: HubName;
}

/** A resource as the provider knows it at one moment of the rehearsal. */
export interface PlayedResource {
  readonly id: string;
  readonly stored: Stored;
  readonly declared: Declared;
}

export interface Subject extends Identity {
  readonly stack: string;
  readonly urn: string;
  /** What readers call the record. */
  readonly label: string;
  readonly hub: string;
}

/** A step that would fail. */
export interface Failure extends Subject {
  /** What the provider, or Pulumi, says. */
  readonly message: string;
  /** Whether it is a refusal of our own; else StatusHub would reject a request, as far as we know. */
  readonly isCertain: boolean;
  /** The names of our guesses about StatusHub from which a rejection follows. */
  readonly guesses: readonly string[];
}

/** Why something of a step isn't known before the update. */
export type NotKnownReason =
  | "known-after-up"
  | "secret-identity"
  | "several-new-services"
  | "order"
  | "not-played"
  | "account"
  | "unreadable";

export interface NotKnown extends Subject {
  /** Empty if it is about the whole record. */
  readonly property: string;
  readonly reason: NotKnownReason;
}

/** A record that leaves the program and stays on the page. */
export interface Staying extends Subject {
  readonly id: string;
  /** Why, as the provider says it. */
  readonly reason: string;
}

export interface Actor {
  readonly provider: Provider;
  readonly page: Page;
  readonly definition: Definition;
  readonly resource: { readonly kind: string; readonly urn: string; readonly marked: MarkedNames };
}

/** A step that was played, with what it declares. */
export interface Played extends Pick<Actor, "page" | "definition"> {
  readonly subject: Subject;
  readonly declared: Declared;
}

/** Finds the page of a provider; undefined if only the update will know its account. */
export type PageOf = (provider: string) => Promise<Page | undefined>;

/** What one stack's update has come to. */
export class Stage {
  readonly plan: StackToPlay;
  /** By URN. What the state marks for deletion isn't among them. */
  readonly resources = new Map<string, PlayedResource>();
  /** The same after the refresh. */
  refreshed: ReadonlyMap<string, PlayedResource> = new Map();
  /** The state before the refresh, by URN. */
  readonly exported: ReadonlyMap<string, ExportedResource>;
  /** URNs of the resources that this update creates. */
  readonly made = new Set<string>();
  /** Resources to delete when all else is done: those that were replaced. */
  readonly replaced: (PlayedResource & { readonly urn: string; readonly state: ResourceState })[] = [];
  readonly played: Played[] = [];
  readonly failures: Failure[] = [];
  /** What isn't done because something else failed. */
  readonly undone: Subject[] = [];
  readonly unknown: NotKnown[] = [];
  readonly staying: Staying[] = [];
  /** The page or the stack isn't as the plan says. */
  isOutdated = false;
  readonly pageFor: PageOf;
  readonly #providers = new Map<Page, Provider>();
  readonly #pages = new Map<string, Page>();
  readonly #said = new Map<string, string[]>();

  constructor(plan: StackToPlay, pageOf: PageOf) {
    this.plan = plan;
    this.pageFor = pageOf;
    const current = plan.resources.filter(({ delete: isPending }) => isPending !== true);
    this.exported = new Map(current.map((resource) => [resource.urn, resource]));
  }

  /** Returns who carries out operations on a resource; undefined for other packages, and if its account isn't known. */
  async actorFor(urn: string, state: ResourceState): Promise<Actor | undefined> {
    const kind = identify(urn)?.kind ?? "";
    const definition = definitions[kind];
    // Resources of other packages need no account of ours, and the program may have none beside those of its explicit providers.
    if (definition === undefined) return undefined;
    const page = await this.pageFor(providerOf(state));
    if (page === undefined) return undefined;
    this.#pages.set(urn, page);
    return { provider: this.providerOn(page), page, definition, resource: { kind, urn, marked: markedIn(urn, state) } };
  }

  /** Whether a resource has its record on a page. */
  isOn = (page: Page, urn: string): boolean => this.#pages.get(urn) === page;

  /** All resources of a stack share a provider for each account, because they share what each of them has. */
  providerOn(page: Page): Provider {
    const provider =
      this.#providers.get(page) ??
      providerOn({
        baseUrl: page.url,
        apiKey: page.apiKey,
        now: () => page.now(),
        say: (line, urn = "") => void this.#said.set(urn, [...(this.#said.get(urn) ?? []), line]),
      });
    this.#providers.set(page, provider);
    return provider;
  }

  /** The plan shows what a program looks up only if that is a resource, and not a function. */
  noteLookups(): void {
    const pages = [...new Set(this.#pages.values())];
    for (const told of this.plan.replies?.told ?? []) {
      if (told.is !== "looks up") continue;
      for (const page of pages.filter(({ baseUrl }) => baseUrl === told.baseUrl))
        this.providerOn(page).noteLookup(told.kind, told.id);
    }
  }

  /** Runs an operation, and returns what the provider has said about the resource. */
  async listen(urn: string, operation: () => Promise<void>): Promise<string[]> {
    const before = this.#said.get(urn)?.length ?? 0;
    await operation();
    return (this.#said.get(urn) ?? []).slice(before);
  }

  /** Runs an operation of a step. If it fails, the report says so, and the rehearsal goes on. */
  async attempt(subject: Subject, { page }: Actor, operation: () => Promise<void>): Promise<void> {
    const gaps = page.gaps.length;
    const followed = page.after.followed.length;
    try {
      await operation();
    } catch (error) {
      if (page.failure !== undefined) throw page.failure;
      if (!(error instanceof Error)) throw error;
      if (page.gaps.length > gaps) {
        this.unknown.push({ ...subject, property: "", reason: "unreadable" });
        return;
      }
      const since = page.after.followed.slice(followed);
      const guesses = since.filter(({ id }) => id === undefined).map(({ guess }) => guess);
      const isCertain = guesses.length === 0 && !isRejection(error.message);
      this.fail(subject, error.message.replaceAll(page.url, page.baseUrl), { isCertain, guesses });
    }
  }

  fail(
    subject: Subject,
    message: string,
    { isCertain, guesses }: Pick<Failure, "isCertain" | "guesses"> = { isCertain: true, guesses: [] },
  ): void {
    this.failures.push({ ...subject, message, isCertain, guesses });
  }

  /** Whether a step fails isn't certain. */
  doubt({ urn }: Subject): void {
    const index = this.failures.findIndex((failure) => failure.urn === urn);
    const failure = this.failures[index];
    if (failure !== undefined) this.failures[index] = { ...failure, isCertain: false };
  }

  stay(subject: Subject, id: string, reason: string): void {
    this.staying.push({ ...subject, id, reason });
  }

  /** Whether a resource that a step refers to failed, so that Pulumi doesn't get to it. */
  isBlocked({ newState }: PreviewStep): boolean {
    const named = Object.values(newState?.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
    const needed = new Set([...named, ...(newState?.dependencies ?? []), newState?.parent ?? ""]);
    return [...this.failures, ...this.undone].some(({ urn }) => needed.has(urn));
  }

  subjectOf = (urn: string, state: ResourceState): Subject => {
    const { kind, name } = identify(urn) ?? { kind: "", name: "" };
    const values = { ...state.outputs, ...state.inputs };
    const hub = this.plan.hubName(kind, state);
    return { stack: this.plan.stack, urn, kind, name, label: labelOf(kind, masked(values)), hub };
  };
}

/** The protocol of the dynamic provider doesn't tell which values a program marks as secret. */
function markedIn(urn: string, { inputs, outputs }: ResourceState): MarkedNames {
  if (typeIn(urn).startsWith(dynamicTypeOf(""))) return "unknown";
  return new Set(secretNamesOf({ ...outputs, ...inputs }));
}

/** Names of the properties that the plan or the state keeps secret. */
export const secretNamesOf = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(values).filter((name) => isSecret(values[name]) || holdsSecret(values[name]));

const masked = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, holdsSecret(value) ? "[secret]" : value]),
  ) as Stored;

/** Returns inputs or outputs of a state in clear. */
export const clearOf = (values: ResourceState["inputs"]): Readonly<Record<string, unknown>> =>
  inClear(values ?? {}) as Readonly<Record<string, unknown>>;

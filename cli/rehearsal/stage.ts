import type { Followed } from "../../emulator/held-account.ts";
import type { Declared, Stored } from "../../model/api/form.ts";
import { isRejection } from "../../provider/rehearse.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { type HubName, identify } from "../project/record.ts";
import type { ExportedResource, ResourceState } from "../project/stack.ts";
import { labelOf } from "../records.ts";
import type { Failure, NotKnown, NotKnownReason, Staying, Subject } from "./outcome.ts";
import type { Page } from "./page.ts";
import { type Actor, type PageOf, Providers } from "./providers.ts";
import type { Replies } from "./replies.ts";
import { maskedOf } from "./secrets.ts";

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

/** A resource that Pulumi deletes when all else is done. */
export interface LeavingResource extends PlayedResource {
  readonly urn: string;
  readonly state: ResourceState;
}

/** A step that was played, with what it declares. */
export interface PlayedStep extends Pick<Actor, "page" | "definition"> {
  readonly subject: Subject;
  readonly declared: Declared;
}

/** The state of one stack while its update is played step by step, and what that has come to. */
export class Stage {
  readonly plan: StackToPlay;
  readonly providers: Providers;

  /*
   * The resources at three moments, by URN. What the state marks for deletion is never among them.
   */

  /** In the state, before the refresh. */
  readonly exported: ReadonlyMap<string, ExportedResource>;
  /** After the refresh, which sets this once. */
  refreshed: ReadonlyMap<string, PlayedResource> = new Map();
  /** Now. */
  readonly resources = new Map<string, PlayedResource>();

  /** Resources that were replaced, in this update or an earlier one, and that Pulumi still has to delete. */
  readonly replaced: LeavingResource[] = [];

  /*
   * What the update has come to. Each step may add to it.
   */

  /** URNs of the resources that this update creates. */
  readonly created = new Set<string>();
  readonly playedSteps: PlayedStep[] = [];
  readonly failures: Failure[] = [];
  /** What isn't done because something else failed. */
  readonly undone: Subject[] = [];
  readonly unknown: NotKnown[] = [];
  readonly staying: Staying[] = [];
  /** The page or the stack isn't as the plan says. */
  isOutdated = false;

  constructor(plan: StackToPlay, pageOf: PageOf) {
    this.plan = plan;
    this.providers = new Providers(pageOf);
    const current = plan.resources.filter(({ delete: isPending }) => isPending !== true);
    this.exported = new Map(current.map((resource) => [resource.urn, resource]));
  }

  /**
   * Runs an operation of a step on the copy of the page, and goes on if it fails. The first case that fits decides what a failure means:
   *
   *     the live page can't be read                        there is no report: it is thrown
   *     a part that it asked for can't be read             what the step does isn't known
   *     the copy rejects a request as documented           the update fails at this step, as far as we know
   *     something was rejected because of a guess of ours  the same, even if the provider explains the rejection in its own words
   *     the provider refuses                               the update certainly fails at this step
   */
  async attempt(subject: Subject, { page }: Actor, operation: () => Promise<void>): Promise<void> {
    // Operations run one after the other, so what is added to both lists meanwhile comes from this one.
    const { gaps } = page;
    const { followed } = page.after;
    const gapsBefore = gaps.length;
    const followedBefore = followed.length;
    try {
      await operation();
    } catch (error) {
      if (page.failure !== undefined) throw page.failure;
      if (!(error instanceof Error)) throw error;
      const asksForUnreadable = gaps.length > gapsBefore;
      if (asksForUnreadable) return this.leaveOut(subject, "unreadable");
      const guesses = guessesRejecting(followed.slice(followedBefore));
      const isRefusal = !isRejection(error.message) && guesses.length === 0;
      this.failures.push({ ...subject, message: onLivePage(error.message, page), isCertain: isRefusal, guesses });
    }
  }

  /** Notes that the provider, or Pulumi, refuses a step. */
  refuse(subject: Subject, message: string): void {
    this.failures.push({ ...subject, message, isCertain: true, guesses: [] });
  }

  /** Notes that what becomes of a whole record isn't known. */
  leaveOut(subject: Subject, reason: NotKnownReason): void {
    const wholeRecord = "";
    this.unknown.push({ ...subject, property: wholeRecord, reason });
  }

  /** Takes back that a step certainly fails, if it has failed here: the update may carry out another step before it. */
  doubt({ urn }: Subject): void {
    const index = this.failures.findIndex((failure) => failure.urn === urn);
    const failure = this.failures[index];
    if (failure !== undefined) this.failures[index] = { ...failure, isCertain: false };
  }

  /** Notes that a record leaves the program, but not the page. */
  stay(subject: Subject, id: string, reason: string): void {
    this.staying.push({ ...subject, id, reason });
  }

  /** Whether Pulumi doesn't get to a step, because a resource that it needs has failed or wasn't reached. */
  isBlocked({ newState }: PreviewStep): boolean {
    const usedByInputs = Object.values(newState?.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
    const needed = new Set([...usedByInputs, ...(newState?.dependencies ?? []), newState?.parent ?? ""]);
    return [...this.failures, ...this.undone].some(({ urn }) => needed.has(urn));
  }

  /** Names what a step is about, without showing a secret. */
  subjectOf(urn: string, state: ResourceState): Subject {
    const { kind, name } = identify(urn) ?? { kind: "", name: "" };
    const label = labelOf(kind, maskedOf({ ...state.outputs, ...state.inputs }));
    return { stack: this.plan.stack, urn, kind, name, label, hub: this.plan.hubName(kind, state) };
  }
}

/** Returns the guesses that have rejected a request. What a guess has done to a record has the ID of that record. */
const guessesRejecting = (followed: readonly Followed[]): string[] =>
  followed.filter(({ id }) => id === undefined).map(({ guess }) => guess);

/** Returns what the update will say: a message on the copy names the address of the copy. */
const onLivePage = (message: string, { url, baseUrl }: Page): string => message.replaceAll(url, baseUrl);

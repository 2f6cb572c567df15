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

/** The state of one stack while its update is played, and what that has come to. */
export class Stage {
  readonly plan: StackToPlay;
  readonly providers: Providers;
  /** The state before the refresh, by URN. */
  readonly exported: ReadonlyMap<string, ExportedResource>;

  // The refresh sets these, and no step changes them.
  /** The resources after the refresh, by URN. */
  refreshed: ReadonlyMap<string, PlayedResource> = new Map();

  // The state of the stack, which each step may change.
  /** The resources now, by URN. What the state marks for deletion isn't among them. */
  readonly resources = new Map<string, PlayedResource>();
  /** Resources of this stack that were replaced, now or in an earlier update. */
  readonly replaced: LeavingResource[] = [];

  // What the update has come to, to which each step may add.
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
   * Runs an operation of a step, and goes on if it fails. What a failure means:
   *
   * - the live page can't be read: there is no report
   * - only a part of it can't be read, which this operation asked for: what the step does isn't known
   * - neither: the update fails at this step
   */
  async attempt(subject: Subject, { page }: Actor, operation: () => Promise<void>): Promise<void> {
    const gapsBefore = page.gaps.length;
    const followedBefore = page.after.followed.length;
    try {
      await operation();
    } catch (error) {
      if (page.failure !== undefined) throw page.failure;
      if (!(error instanceof Error)) throw error;
      const asksForUnreadable = page.gaps.length > gapsBefore;
      const followed = page.after.followed.slice(followedBefore);
      if (asksForUnreadable) this.leaveOut(subject, "unreadable");
      else this.failures.push({ ...subject, ...describeFailure(error.message, page, followed) });
    }
  }

  /** Notes that the provider, or Pulumi, refuses a step. */
  refuse(subject: Subject, message: string): void {
    this.failures.push({ ...subject, message, isCertain: true, guesses: [] });
  }

  /** Notes that the report says nothing of a record. */
  leaveOut(subject: Subject, reason: NotKnownReason): void {
    this.unknown.push({ ...subject, property: "", reason });
  }

  /** Notes that a step which fails here may succeed in the update: its failure, if there is one, isn't certain. */
  doubt({ urn }: Subject): void {
    const index = this.failures.findIndex((failure) => failure.urn === urn);
    const failure = this.failures[index];
    if (failure !== undefined) this.failures[index] = { ...failure, isCertain: false };
  }

  /** Notes that a record leaves the program, but not the page. */
  stay(subject: Subject, id: string, reason: string): void {
    this.staying.push({ ...subject, id, reason });
  }

  /** Whether a resource that a step refers to failed, so that Pulumi doesn't get to it. */
  isBlocked({ newState }: PreviewStep): boolean {
    const named = Object.values(newState?.propertyDependencies ?? {}).flatMap((urns) => urns ?? []);
    const needed = new Set([...named, ...(newState?.dependencies ?? []), newState?.parent ?? ""]);
    return [...this.failures, ...this.undone].some(({ urn }) => needed.has(urn));
  }

  /** Names what a step is about, without showing a secret. */
  subjectOf(urn: string, state: ResourceState): Subject {
    const { kind, name } = identify(urn) ?? { kind: "", name: "" };
    const label = labelOf(kind, maskedOf({ ...state.outputs, ...state.inputs }));
    return { stack: this.plan.stack, urn, kind, name, label, hub: this.plan.hubName(kind, state) };
  }
}

/**
 * Describes a failure of the provider on a copy of the page. It is certain if it is a refusal of our own. It isn't if it passes on what
 * StatusHub says, or if the emulator has rejected a request because of a guess: a refusal of our own may explain such a rejection.
 */
function describeFailure(
  messageOnCopy: string,
  { url, baseUrl }: Page,
  followed: readonly Followed[],
): Pick<Failure, "message" | "isCertain" | "guesses"> {
  // What a guess has done to a record has the ID of the record, and a rejection has none.
  const rejections = followed.filter(({ id }) => id === undefined);
  const guesses = rejections.map(({ guess }) => guess);
  const isOurs = !isRejection(messageOnCopy);
  return { message: messageOnCopy.replaceAll(url, baseUrl), isCertain: isOurs && guesses.length === 0, guesses };
}

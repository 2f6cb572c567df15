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

  /** The resources after the refresh, by URN. The refresh sets them, and steps leave them as they are. */
  refreshed: ReadonlyMap<string, PlayedResource> = new Map();

  // The state of the stack: each step may change it.
  /** The resources now, by URN. What the state marks for deletion isn't among them. */
  readonly resources = new Map<string, PlayedResource>();
  /** Resources of this stack that were replaced, now or in an earlier update. */
  readonly replaced: LeavingResource[] = [];

  // What the update has come to: each step may add to it.
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

  /** Runs an operation of a step. If it fails, the report says so, and the rehearsal goes on. */
  async attempt(subject: Subject, { page }: Actor, operation: () => Promise<void>): Promise<void> {
    const gapsBefore = page.gaps.length;
    const followedBefore = page.after.followed.length;
    try {
      await operation();
    } catch (error) {
      // The live page can't be read at all, so that there is no report.
      if (page.failure !== undefined) throw page.failure;
      if (!(error instanceof Error)) throw error;
      // Only a part of it can't be read, on which this step depends.
      const hasMetGap = page.gaps.length > gapsBefore;
      if (hasMetGap) return this.leaveOut(subject, "unreadable");
      const guesses = guessesOfRejections(page, followedBefore);
      const isCertain = guesses.length === 0 && !isRejection(error.message);
      const message = error.message.replaceAll(page.url, page.baseUrl);
      this.failures.push({ ...subject, message, isCertain, guesses });
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

  /** Notes that a step may not fail. */
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

  subjectOf(urn: string, state: ResourceState): Subject {
    const { kind, name } = identify(urn) ?? { kind: "", name: "" };
    const label = labelOf(kind, maskedOf({ ...state.outputs, ...state.inputs }));
    return { stack: this.plan.stack, urn, kind, name, label, hub: this.plan.hubName(kind, state) };
  }
}

/** Returns the guesses from which rejections of requests have followed. The emulator notes those without the ID of a record. */
function guessesOfRejections({ after }: Page, followedBefore: number): string[] {
  const followed = after.followed.slice(followedBefore);
  return followed.filter(({ id }) => id === undefined).map(({ guess }) => guess);
}

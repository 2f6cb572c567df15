import { playDeletions } from "./deletions.ts";
import { changesBetween, type RecordChange } from "./difference.ts";
import { type Message, messageOf } from "./messages.ts";
import { Moment } from "./moment.ts";
import { noteOrder } from "./order.ts";
import { RecordOwners } from "./owners.ts";
import type { Page } from "./page.ts";
import { openPages, type RehearsedStack } from "./pages.ts";
import { playRefresh } from "./refresh.ts";
import { Stage } from "./stage.ts";
import { playStep } from "./steps.ts";

/** A change of a record by one stack, and what subscribers get to know. */
export interface RehearsedChange extends RecordChange {
  readonly page: Page;
  /** Missing if it is about nothing that messages are about, or if this key can't read who gets them. */
  readonly message?: Message;
}

export interface Rehearsal {
  readonly stages: readonly Stage[];
  readonly pages: readonly Page[];
  readonly changes: readonly RehearsedChange[];
  readonly ownersOn: (page: Page) => RecordOwners;
  /** The page before all updates. */
  readonly beforeOn: MomentOn;
  readonly afterOn: MomentOn;
  /** Requests that write. */
  readonly writes: number;
  /** The page or a stack has changed since the plan. */
  readonly isOutdated: boolean;
  close(): Promise<void>;
}

/** Plays the updates of stacks one after the other on copies of their pages, and says what has happened there. */
export async function rehearse(stacks: readonly RehearsedStack[]): Promise<Rehearsal> {
  const { all: pages, pageOf, close } = await openPages(stacks);
  try {
    const beforeOn = momentsOf(pages);
    const stages: Stage[] = [];
    const courses: CourseOfStack[] = [];
    for (const stack of stacks) {
      const stage = new Stage(stack, pageOf(stack));
      stages.push(stage);
      courses.push(await play(stage, pages));
    }
    const ownersOn = ownersOf(stages, pages);
    const changes = await Promise.all(
      courses.flatMap((course) => pages.map((page) => changesOn(page, course, ownersOn(page)))),
    );
    // Nothing is written any more, so any moment from now on is the one after all updates.
    const afterOn = (page: Page) => new Moment(page);
    const writes = pages.flatMap((page) => page.after.requests).filter(({ method }) => method !== "GET").length;
    const isOutdated = stages.some((stage) => stage.isOutdated) || (await haveChanged(stacks));
    return { stages, pages, changes: changes.flat(), ownersOn, beforeOn, afterOn, writes, isOutdated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether one of the states has changed since the plan. */
async function haveChanged(stacks: readonly RehearsedStack[]): Promise<boolean> {
  const changed = await Promise.all(stacks.map(({ hasChanged }) => hasChanged?.()));
  return changed.includes(true);
}

/** The moments of one stack's update, on each page. */
interface CourseOfStack {
  readonly before: MomentOn;
  /** Pulumi deletes what a program no longer declares after all other writes. */
  readonly beforeDeletions: MomentOn;
  readonly after: MomentOn;
}

const second = 1000;

/**
 * Plays the update of a stack on a copy of its pages, with the provider's own code and in Pulumi's order: the refresh, the steps
 * of the plan, and last the deletions.
 */
async function play(stage: Stage, pages: readonly Page[]): Promise<CourseOfStack> {
  const { steps, replies } = stage.plan;
  const before = momentsOf(pages);
  await playRefresh(stage);
  for (const page of pages) page.endRefresh();
  // The plan only shows lookups that are resources, so what functions look up is told by the providers.
  if (replies !== undefined) stage.providers.noteLookups(replies);
  for (const step of steps) await playStep(stage, step);
  await noteOrder(stage);
  const beforeDeletions = momentsOf(pages);
  // Records have times in whole seconds. With a later one, a subscription that is deleted now still gets the messages before.
  for (const page of pages) page.advance(second);
  await playDeletions(stage);
  const after = momentsOf(pages);
  return { before, beforeDeletions, after };
}

async function changesOn(page: Page, course: CourseOfStack, owners: RecordOwners): Promise<RehearsedChange[]> {
  const before = course.before(page);
  const beforeDeletions = course.beforeDeletions(page);
  const changes = changesBetween(before, course.after(page), owners);
  return Promise.all(
    changes.map(async (change): Promise<RehearsedChange> => {
      // Only maintenances have a period, and messages.
      if (change.definition.period === undefined) return { ...change, page };
      const message = await messageOf(change, { before, beforeDeletions }, owners);
      return { ...change, page, ...(message && { message }) };
    }),
  );
}

/** What stacks look like after a refresh of each, and nothing else. */
export type Refreshed = Pick<Rehearsal, "stages" | "pages" | "ownersOn" | "close">;

export async function refreshed(stacks: readonly RehearsedStack[]): Promise<Refreshed> {
  const { all: pages, pageOf, close } = await openPages(stacks);
  try {
    const stages = stacks.map((stack) => new Stage(stack, pageOf(stack)));
    for (const stage of stages) await playRefresh(stage);
    return { stages, pages, ownersOn: ownersOf(stages, pages), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function ownersOf(stages: readonly Stage[], pages: readonly Page[]): Rehearsal["ownersOn"] {
  const owners = new Map(pages.map((page) => [page, new RecordOwners(stages, page)]));
  return (page) => owners.get(page) as RecordOwners;
}

type MomentOn = (page: Page) => Moment;

/** Keeps what each of the pages has at this moment. */
function momentsOf(pages: readonly Page[]): MomentOn {
  const moments = new Map(pages.map((page) => [page, new Moment(page)]));
  return (page) => moments.get(page) as Moment;
}

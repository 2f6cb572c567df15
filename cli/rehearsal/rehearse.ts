import { definitions } from "../../model/kinds/index.ts";
import type { Account } from "../../provider/inspect.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { identify, providerOf } from "../project/record.ts";
import { openPage, type Page, recordName } from "./copy.ts";
import { changesBetween, type RecordChange } from "./difference.ts";
import type { Fields } from "./fields.ts";
import { type Message, messageOf } from "./messages.ts";
import { Moment } from "./moment.ts";
import { findOwners, type RecordOwners } from "./owners.ts";
import { play } from "./play.ts";
import { clearOf, type StackToPlay, type Stage } from "./stage.ts";

export interface RehearsedStack extends StackToPlay {
  /** Opens the account of a provider; undefined if only the update will know its key. */
  readonly accountOf: (provider: string) => Promise<Account | undefined>;
}

/** A change of a record by one stack, on one account. */
export interface Rehearsed<Content> {
  readonly page: Page;
  readonly content: Content;
}

export interface Rehearsal {
  readonly stages: readonly Stage[];
  readonly pages: readonly Page[];
  /** The changes of each stack. */
  readonly changes: readonly (readonly Rehearsed<RecordChange>[])[];
  readonly messages: readonly Rehearsed<Message & { readonly hubId: number }>[];
  /** Announcements whose recipients this key can't read. */
  readonly unheard: readonly Rehearsed<RecordChange>[];
  readonly ownersOn: (page: Page) => RecordOwners;
  readonly writes: number;
}

/** Plays the updates of stacks one after the other on copies of their pages, and says what has happened there. */
export async function rehearse(stacks: readonly RehearsedStack[]): Promise<Rehearsal & { close(): Promise<void> }> {
  const pages = await openPages(stacks);
  const all = [...new Set(pages.values())];
  const pageOfStack = (stack: RehearsedStack) => async (provider: string) => {
    const account = await stack.accountOf(provider);
    return account && pages.get(account.client.connection.baseUrl);
  };
  const stages: Stage[] = [];
  const courses: (readonly Course[])[] = [];
  for (const stack of stacks) {
    const before = all.map((page) => new Moment(page));
    let beforeDeletions: readonly Moment[] = [];
    const note = () => {
      beforeDeletions = all.map((page) => new Moment(page));
    };
    stages.push(await play(stack, pageOfStack(stack), { beforeDeletions: note, onPages: all }));
    courses.push(
      all.map((page, index) => ({
        page,
        before: before[index] as Moment,
        beforeDeletions: beforeDeletions[index] as Moment,
        after: new Moment(page),
      })),
    );
  }
  const owners = new Map(all.map((page) => [page, findOwners(stages, (stage, urn) => stage.isOn(page, urn))]));
  const ownersOn = (page: Page) => owners.get(page) as RecordOwners;
  const changes = courses.map((course) =>
    course.flatMap(({ page, before, after }) =>
      changesBetween(before, after, ownersOn(page)).map((content) => ({ page, content })),
    ),
  );
  const messages: Rehearsal["messages"][number][] = [];
  const unheard: Rehearsed<RecordChange>[] = [];
  for (const [index, some] of changes.entries()) {
    for (const { page, content } of some.filter(({ content: { definition } }) => definition.period !== undefined)) {
      const course = courses[index]?.find((each) => each.page === page) as Course;
      const message = await messageOf(content, course, ownersOn(page));
      if (message === undefined) unheard.push({ page, content });
      else messages.push({ page, content: { ...message, hubId: content.hubId } });
    }
  }
  const writes = all.flatMap((page) => page.after.requests).filter(({ method }) => method !== "GET").length;
  return {
    stages,
    pages: all,
    changes,
    messages,
    unheard,
    ownersOn,
    writes,
    close: async () => void (await Promise.all(all.map((page) => page.close()))),
  };
}

/** One stack's update on one page. */
interface Course {
  readonly page: Page;
  readonly before: Moment;
  readonly beforeDeletions: Moment;
  readonly after: Moment;
}

/** Opens the page of each account, which several stacks and providers may use, with what only the states know of it. */
async function openPages(stacks: readonly RehearsedStack[]): Promise<Map<string, Page>> {
  const accounts = new Map<string, Account>();
  const unseen = new Map<string, Map<string, Fields>>();
  for (const { resources, steps, accountOf } of stacks) {
    const states = steps.flatMap(({ urn, oldState, newState }) => (identify(urn) ? [newState ?? oldState ?? {}] : []));
    for (const state of [...resources.filter(({ urn }) => identify(urn) !== undefined), ...states]) {
      const account = await accountOf(providerOf(state));
      if (account !== undefined) accounts.set(account.client.connection.baseUrl, account);
    }
    for (const resource of resources) {
      const kind = identify(resource.urn)?.kind;
      const account = kind === undefined ? undefined : await accountOf(providerOf(resource));
      if (kind === undefined || account === undefined) continue;
      const { baseUrl } = account.client.connection;
      const known = unseen.get(baseUrl) ?? new Map<string, Fields>();
      unseen.set(baseUrl, known);
      for (const [id, fields] of unseenIn(kind, resource.id ?? "", clearOf(resource.outputs))) known.set(id, fields);
    }
  }
  const opened = [...accounts].map(async ([baseUrl, account]) => {
    return [baseUrl, await openPage(account, unseen.get(baseUrl) ?? new Map())] as const;
  });
  return new Map(await Promise.all(opened));
}

/** Returns what only the state knows of a record: what no response carries, and which dates belong to one series. */
function unseenIn(kind: string, storedId: string, stored: Fields): [string, Fields][] {
  const properties = Object.entries(definitions[kind]?.properties ?? {});
  const given = properties.flatMap(([name, { key, writeOnly, type }]) => {
    const value = stored[name];
    return writeOnly === true && value !== null && value !== undefined ? [[key, type.toWire(value)]] : [];
  });
  const { ids } = recordsOf(storedId, stored);
  const series = Math.min(...ids.map(Number));
  const isSeries = definitions[kind]?.series !== undefined && ids.length > 1;
  const fields = { ...Object.fromEntries(given), ...(isSeries && { series_id: series }) };
  return ids.map((id) => [recordName(kind, id), fields]);
}

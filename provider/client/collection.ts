import { waitUnlessCanceled } from "./cancellation.ts";
import type { Connection } from "./connection.ts";
import type { HubAddress } from "./hubs.ts";
import { backoff } from "./limits.ts";
import { type CollectionParts, placeOf } from "./place.ts";
import { createReads, type Reads } from "./reads.ts";
import type { AccountTrouble } from "./trouble.ts";
import { createWrites, type Writes } from "./writes.ts";

/** The records of one kind in one hub, or the hub itself. */
export interface Collection extends Reads, Writes {
  readonly connection: Connection;
  readonly trouble: AccountTrouble;
  readonly hub: HubAddress;
  /**
   * Runs tasks of this collection one after another. So if a record appears during a task, and no other resource of the
   * process has it, that task has made it.
   */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Waits between two searches; the longer, the more `looks` there were before. */
  pause(looks: number): Promise<void>;
  /** Returns the server's time in milliseconds since 1970. */
  serverTime(): number;
}

export function createCollection(parts: CollectionParts, hub: HubAddress): Collection {
  const { client, memory, signal } = parts;
  const place = placeOf(parts, hub);
  const { getUnkept, ...reads } = createReads(place);
  return {
    ...reads,
    ...createWrites(place, getUnkept),
    connection: client.connection,
    trouble: client.trouble,
    hub,

    inTurn: (task) => memory.inTurn(task, signal),
    pause: (looks) => waitUnlessCanceled(client.clock.sleep(backoff(looks, Math.random()), signal), signal),
    serverTime: () => client.serverTime(),
  };
}

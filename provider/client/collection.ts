import { waitUnlessCanceled } from "./cancellation.ts";
import type { Connection } from "./connection.ts";
import type { HubAddress } from "./hubs.ts";
import { backoff } from "./limits.ts";
import type { Place } from "./place.ts";
import { createReads, type Reads } from "./reads.ts";
import type { AccountTrouble } from "./trouble.ts";
import { createWrites, type Writes } from "./writes.ts";

/** The records of one kind in one hub, or the hub itself. */
export interface Collection extends Reads, Writes {
  readonly connection: Connection;
  readonly trouble: AccountTrouble;
  readonly hub: HubAddress;
  /**
   * Runs a task after all earlier ones in this collection have ended. If two ran at once that make several
   * records each, nobody could tell which of them has made one that appears.
   */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Waits before another search: the longer, the more there were already. */
  pause(searches: number): Promise<void>;
  /** Returns the server's time in milliseconds since 1970. */
  serverTime(): number;
}

export function createCollection(place: Place): Collection {
  const { client, hub, memory, signal } = place;
  const reads = createReads(place);
  return {
    ...reads,
    ...createWrites(place, reads.get),
    connection: client.connection,
    trouble: client.trouble,
    hub,

    inTurn: (task) => memory.inTurn(task, signal),
    pause: (searches) => waitUnlessCanceled(client.clock.sleep(backoff(searches, Math.random()), signal), signal),
    serverTime: () => client.serverTime(),
  };
}

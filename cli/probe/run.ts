import type { Connection } from "../../provider/config.ts";
import { read } from "./reading.ts";
import type { Recording } from "./recording.ts";
import { askForRoles, measureLimit } from "./role.ts";
import type { ProbeOptions } from "./session.ts";
import { write } from "./writing.ts";
import { WritingSession } from "./writing-session.ts";

/*
 * `reading.ts`, `role.ts` and `writing.ts` send the requests of a run through its session, which records them and only writes
 * what `permissions.ts` allows. `judge/` compares the recording with the guesses, and `report.ts` describes the result.
 */

export interface Outcome {
  readonly recording: Recording;
  /** Names of the records that could not be removed. */
  readonly left: readonly string[];
  /** What ended the run early; undefined if nothing did. */
  readonly failure: unknown;
}

/** Sends the requests of a run, and removes what it has created. */
export async function probe(connection: Connection, options: ProbeOptions): Promise<Outcome> {
  const session = new WritingSession(connection, options);
  const { mark, skipped, exchanges } = session;
  const { areas, signal } = options;
  let failure: unknown;
  let limit: string | undefined;
  try {
    const hub = await read(session, options);
    if (options.roles) {
      await askForRoles(session, options.hub);
      limit = await measureLimit(session);
    }
    if (areas.length > 0) await write(session, hub, options);
  } catch (error) {
    failure = error;
  }
  const left = await session.cleanUp();
  if (signal.aborted) failure ??= signal.reason;
  limit ??= session.describeUsage();
  return { recording: { mark, areas, skipped, exchanges, limit }, left, failure };
}

import { HttpError } from "../../emulator/held-account.ts";
import { failureOf } from "../../provider/inspect.ts";
import { isUnreadable } from "../hub/readable.ts";
import type { Gap } from "./page.ts";

/** Reads each part of the live page once. If one can't be read, the copy answers what the page has answered. */
export class Reading {
  /** The parts that this key may not read, or that the copy can't hold. */
  readonly gaps: Gap[] = [];
  /** Any other failure. It ends the report, because half a report is none. */
  failure: unknown;
  readonly #parts = new Map<string, Promise<void>>();

  /**
   * Reads a part, unless that was done.
   *
   * @param place what a report says that it can't read. @default none: any failure ends the report
   */
  once(part: string, read: () => Promise<void>, place?: Gap): Promise<void> {
    const reading = this.#parts.get(part) ?? read().catch((error: unknown) => this.#reject(error, place));
    this.#parts.set(part, reading);
    return reading;
  }

  /** Returns whether a part can be read. */
  async isRead(part: Promise<void>): Promise<boolean> {
    try {
      await part;
      return true;
    } catch (error) {
      if (this.failure !== undefined) throw this.failure;
      if (!(error instanceof HttpError)) throw error;
      return false;
    }
  }

  #reject(error: unknown, place: Gap | undefined): never {
    if (error instanceof HttpError) throw error;
    const isGap = place !== undefined && isUnreadable(error);
    if (!isGap) {
      this.failure ??= error;
      throw new HttpError(401, "the page can't be read");
    }
    this.gaps.push(place);
    const { is, message = "" } = failureOf(error) ?? {};
    throw new HttpError(is === "forbidden" ? 403 : 404, message);
  }
}

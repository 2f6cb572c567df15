import { reword, withoutCode } from "../../model/problem.ts";
import { canceled } from "../errors/requests.ts";
import { type Call, CanceledError, isStatusHubError } from "./errors.ts";

/*
 * What happens to a caller whose signal aborts: after Ctrl-C, a timeout of the resource, or the end of the engine.
 */

/** @param wasSent whether the request may have taken effect */
export function canceledError({ method, path }: Call, { cause, wasSent }: { cause: unknown; wasSent: boolean }) {
  const message = wasSent ? canceled.underWay : canceled.unsent;
  return new CanceledError(withReason(message({ request: `${method} ${path}` }), cause), { wasSent, cause });
}

/** Waits for something that callers share, such as a list, until the signal of this one aborts. The others wait on. */
export function waitUnlessCanceled<Result>(wait: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return wait;
  return new Promise((resolve, reject) => {
    const stop = () => {
      const cause: unknown = signal.reason;
      reject(new CanceledError(withReason(canceled.reading(), cause), { wasSent: false, cause }));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    wait.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Signals of this package give a reason for aborting. */
const withReason = (message: string, reason: unknown): string =>
  isStatusHubError(reason) ? reword(message, (text) => `${text}: ${withoutCode(reason.message)}.`) : message;

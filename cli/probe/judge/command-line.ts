import { isRejection, isSuccess } from "../exchange.ts";
import { roleStep } from "../role.ts";
import { accepted, type Judge, needing, ofStep, verdict } from "./verdict.ts";

const judgePermissions: Judge = (evidence) => {
  const forbidden = evidence.all(roleStep).find(({ status }) => status === 403);
  if (forbidden !== undefined) return verdict("holds", forbidden);
  for (const [unused, create] of [
    ["templates: update unused", "canary: create"],
    ["services: update unused", "service: create"],
    ["subscriptions: delete unused", "webhook: create"],
  ] as const) {
    const update = evidence.last(unused);
    if (update?.status === 403) return verdict("holds", update);
    if (update?.status === 404 && evidence.last(create)?.status === 403) return verdict("record-first", update);
  }
  return undefined;
};

export const commandLineEntries = {
  "permissions-first": needing("templates")(judgePermissions, {
    untried: "only shows with a key that may not write everything",
  }),
  "start-now": needing("drafts")(
    ofStep("now: create", (now, evidence) => {
      if (isSuccess(now)) return "holds";
      const soon = evidence.last("soon: create");
      return isRejection(now) && soon && isSuccess(soon) ? "future-only" : undefined;
    }),
  ),
  "end-now": needing("drafts")(accepted("end now", "future-only"), { follows: ["start-now"] }),
};

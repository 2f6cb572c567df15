import { type Exchange, flagsOf, isGone, isRejection, isSuccess, recordOf } from "../recording.ts";
import {
  accepted,
  type Evidence,
  type Indication,
  type Judge,
  needing,
  ofStep,
  rejected,
  verdict,
} from "./evidence.ts";
import { judgeFilters } from "./reading.ts";

function tellPut(update: Exchange, evidence: Evidence): Indication {
  if (isRejection(update)) return "required";
  const service = evidence.record("service: after update");
  if (!isSuccess(update) || service === undefined) return undefined;
  return service.public_name == null || service.custom_id == null ? "replaces" : "holds";
}

const judgeResponses: Judge = ({ exchanges }) => {
  const [posts, puts] = ["POST", "PUT"].map((method) =>
    exchanges.filter((each) => each.method === method && isSuccess(each)),
  );
  const [post, put] = [posts, puts].map((all) => all?.find((exchange) => recordOf(exchange) === undefined));
  if (post) return verdict("no-record", post);
  if (put) return verdict(put.text.trim() === "" ? "empty" : { unexpected: "no record" }, put);
  const [last] = posts?.length ? (puts ?? []) : [];
  return last && verdict("holds", last);
};

const judgeFailures: Judge = ({ exchanges }) => {
  const failed = exchanges.find(({ method, status }) => method === "POST" && [500, 501, 503, 505].includes(status));
  if (failed === undefined) return undefined;
  const [mark = ""] = /pulumi-statushub-probe-[\w-]+/.exec(JSON.stringify(failed.sent)) ?? [];
  const shown = exchanges.find(({ method, text, at }) => method === "GET" && at > failed.at && text.includes(mark));
  return verdict(shown && shown.at - failed.at > 2_000 ? "still-working" : "holds", failed);
};

const judgeDelete: Judge = (evidence) => {
  const deletes = evidence.all("canary: delete", "services: delete").filter(isSuccess);
  const after = evidence.all("canary: delete, after", "services: delete, after");
  const missing = after.find(({ status }) => status === 404 || status === 410);
  if (missing) return verdict("for-good", missing);
  const live = after.find((exchange) => flagsOf(recordOf(exchange) ?? { flags: { deleted: true } }).deleted !== true);
  if (live && deletes.some(({ path }) => path === live.path)) return verdict("none", live);
  // Services are the likeliest to be removed for good.
  return after[1] && deletes[1] && verdict("holds", after[1]);
};

function tellDeleted(update: Exchange, evidence: Evidence): Indication {
  if (!isSuccess(update)) return "holds";
  const after = evidence.last("canary: after update of deleted");
  return after && (isGone(after) ? "accepted" : "restored");
}

/** Requests that break a rule. */
const invalid = [
  "invalid",
  "template: tags",
  "template: service twice",
  "template: empty",
  "webhook: same address",
  "service: blank name",
];

const judgeRejections: Judge = (evidence) => {
  const rejections = evidence.all(...invalid).filter(isRejection);
  const other = rejections.find(({ status }) => status !== 400);
  return rejections[0] && verdict(other ? "holds" : "bad-request", other ?? rejections[0]);
};

const judgeLast: Judge = (evidence) => {
  const [subscriber, restore] = [evidence.last("webhook: subscriber"), evidence.last("webhook: restore")];
  if (!subscriber || !restore) return undefined;
  if (restore.status === 404) return verdict("no-restore", restore);
  const { deleted } = flagsOf(recordOf(subscriber) ?? {});
  if (deleted === false) return verdict("subscriber-kept", subscriber);
  return verdict(isSuccess(restore) ? "holds" : { unexpected: "no restore" }, restore);
};

const judgeTexts: Judge = (evidence) => {
  const sent = String(evidence.last("template: create")?.sent?.title);
  const own = evidence.single.find(
    ({ record, exchange: { step } }) => step === "get" && JSON.stringify(record.labels) === `["${sent}"]`,
  );
  const title = own?.record.title;
  if (!own || typeof title !== "string") return undefined;
  const tell = (): Indication => {
    if (title === sent) return "holds";
    if (title === sent.toUpperCase()) return "capitals";
    if (title.endsWith(sent)) return "prefixed";
    return sent.startsWith(title) ? "shortened" : { unexpected: "another title than sent" };
  };
  return verdict(tell(), own.exchange);
};

function tellTitle(tags: Exchange, evidence: Evidence): Indication {
  const isKept = (step: string) => /<|&lt;/.test(String(evidence.record(`template: after ${step}`)?.title));
  if (isSuccess(tags)) return isKept("tags") ? { unexpected: "a title with tags is kept" } : "stripped";
  const bracket = evidence.last("template: bracket");
  if (!bracket || !isRejection(tags)) return undefined;
  if (isSuccess(bracket) && isKept("bracket")) return "holds";
  return { unexpected: isSuccess(bracket) ? "a single < is removed" : "a single < is rejected, too" };
}

function tellAddress(plain: Exchange, evidence: Evidence): Indication {
  const http = evidence.last("webhook: http");
  if (isSuccess(plain)) return "any";
  if (!http || !isRejection(plain)) return undefined;
  return isRejection(http) ? "strict" : isSuccess(http) ? "holds" : undefined;
}

function tellConflict({ status }: Exchange): Indication {
  if (status === 409) return "holds";
  if (status === 422) return "unprocessable";
  return status < 300 ? { unexpected: "the same address twice" } : undefined;
}

const judgeLimit: Judge = ({ exchanges }) => {
  const limited = exchanges.find(({ status }) => status === 429);
  return limited && verdict(limited.took < 500 ? "holds" : "late", limited);
};

const [templates, subscriptions, services, drafts] = [
  needing("templates"),
  needing("subscriptions"),
  needing("services"),
  needing("drafts"),
];

export const writingEntries = {
  "service-put": services(ofStep("service: update", tellPut)),
  "write-responses": templates(judgeResponses),
  "server-errors": templates(judgeFailures, { untried: "only shows if StatusHub fails during a create" }),
  "delete-effect": needing("templates", "services")(judgeDelete),
  "deleted-updates": templates(ofStep("canary: update deleted", tellDeleted), { follows: ["delete-effect"] }),
  "rejection-status": templates(judgeRejections),
  "conflict-status": subscriptions(ofStep("webhook: same address", tellConflict), { follows: ["rejection-status"] }),
  "freed-values": subscriptions(accepted("webhook: freed address", "reserved"), { follows: ["subscription-moves"] }),
  "last-subscription": subscriptions(judgeLast),
  "subscription-moves": subscriptions(
    ofStep("webhook: method", (_, evidence) => {
      const method = evidence.record("webhook: after method")?.method_name;
      return method === "teams" ? "accepted" : method === "webhook" ? "holds" : undefined;
    }),
  ),
  texts: templates(judgeTexts),
  "filled-names": services(rejected("service: blank name", "accepted")),
  "plain-titles": templates(ofStep("template: tags", tellTitle), { follows: ["texts"] }),
  "template-content": templates(rejected("template: empty", "optional")),
  "single-status": templates(rejected("template: service twice", "repeated"), { untried: "the hub has no service" }),
  "address-forms": subscriptions(ofStep("webhook: no scheme", tellAddress)),
  "time-offsets": drafts(accepted("offset", "utc")),
  "early-429": needing()(judgeLimit, { untried: "only shows if another client uses up the rate limit of the key" }),
  "incident-drafts": needing()(
    // Otherwise, the parameter may be rejected or ignored as the other inferred ones are.
    (evidence) => (judgeFilters(evidence)?.answer === "differs" ? undefined : accepted("drafts", "rejected")(evidence)),
    { follows: ["list-filters"] },
  ),
};

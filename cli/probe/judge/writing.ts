import { flagsOf } from "../recording.ts";
import { accepted, type Evidence, type Judge, needing, ofRecords, ofStep, rejected, verdict } from "./evidence.ts";
import { judgeFilters } from "./reading.ts";

const judgePut = ofStep("service: update", (update, evidence) => {
  if (update.isRejection) return "required";
  const service = evidence.last("service: after update")?.record;
  if (!update.isSuccess || service === undefined) return undefined;
  return service.public_name == null || service.custom_id == null ? "replaces" : "holds";
});

const judgeResponses: Judge = ({ exchanges }) => {
  const of = (verb: string) => exchanges.filter(({ method, isSuccess }) => method === verb && isSuccess);
  const [posts, puts] = [of("POST"), of("PUT")];
  const [post, put] = [posts, puts].map((all) => all.find(({ record }) => record === undefined));
  if (post) return verdict("no-record", post);
  if (put) return verdict(put.text.trim() === "" ? "empty" : { unexpected: "no record" }, put);
  return posts[0] && puts[0] && verdict("holds", puts[0]);
};

const judgeFailures: Judge = ({ exchanges }) => {
  const failed = exchanges.find(({ method, status }) => method === "POST" && [500, 501, 503, 505].includes(status));
  if (failed === undefined) return undefined;
  const [mark = ""] = /pulumi-statushub-probe-[\w-]+/.exec(JSON.stringify(failed.sent)) ?? [];
  const shown = exchanges.find(({ method, text, at }) => method === "GET" && at > failed.at && text.includes(mark));
  return verdict(shown && shown.at - failed.at > 2_000 ? "still-working" : "holds", failed);
};

const judgeDelete: Judge = (evidence) => {
  const deletes = evidence.all("canary: delete", "services: delete").filter(({ isSuccess }) => isSuccess);
  const after = evidence.all("canary: delete, after", "services: delete, after");
  const missing = after.find(({ status }) => status === 404 || status === 410);
  if (missing) return verdict("for-good", missing);
  const live = after.find(({ record, isGone }) => record !== undefined && !isGone);
  if (live && deletes.some(({ path }) => path === live.path)) return verdict("none", live);
  // Services are the likeliest to be removed for good.
  return after[1] && deletes[1] && verdict("holds", after[1]);
};

const judgeDeletedUpdate = ofStep("canary: update deleted", (update, evidence) => {
  if (!update.isSuccess) return "holds";
  const after = evidence.last("canary: after update of deleted");
  return after && (after.isGone ? "accepted" : "restored");
});

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
  const rejections = evidence.all(...invalid).filter(({ isRejection }) => isRejection);
  const other = rejections.find(({ status }) => status !== 400);
  return rejections[0] && verdict(other ? "holds" : "bad-request", other ?? rejections[0]);
};

const judgeLast: Judge = (evidence) => {
  const [subscriber, restore] = [evidence.last("webhook: subscriber"), evidence.last("webhook: restore")];
  if (!subscriber || !restore) return undefined;
  if (restore.status === 404) return verdict("no-restore", restore);
  const { deleted } = flagsOf(subscriber.record ?? {});
  if (deleted === false) return verdict("subscriber-kept", subscriber);
  return verdict(restore.isSuccess ? "holds" : { unexpected: "no restore" }, restore);
};

const sentTitle = (evidence: Evidence) => String(evidence.last("template: create")?.sent?.title);

const ownTemplates = (evidence: Evidence) =>
  evidence.single.filter(
    ({ step, record }) => step === "get" && JSON.stringify(record.labels) === `["${sentTitle(evidence)}"]`,
  );

const judgeTexts = ofRecords(ownTemplates, ({ title }, _, evidence) => {
  const sent = sentTitle(evidence);
  if (typeof title !== "string") return undefined;
  if (title === sent) return "holds";
  if (title === sent.toUpperCase()) return "capitals";
  if (title.endsWith(sent)) return "prefixed";
  return sent.startsWith(title) ? "shortened" : { unexpected: "another title than sent" };
});

const judgeTitles = ofStep("template: tags", (tags, evidence) => {
  const isKept = (step: string) => /<|&lt;/.test(String(evidence.last(`template: after ${step}`)?.record?.title));
  if (tags.isSuccess) return isKept("tags") ? { unexpected: "a title with tags is kept" } : "stripped";
  const bracket = evidence.last("template: bracket");
  if (!bracket || !tags.isRejection) return undefined;
  if (bracket.isSuccess && isKept("bracket")) return "holds";
  return { unexpected: bracket.isSuccess ? "a single < is removed" : "a single < is rejected, too" };
});

const judgeAddress = ofStep("webhook: no scheme", (plain, evidence) => {
  const http = evidence.last("webhook: http");
  if (plain.isSuccess) return "any";
  if (!http || !plain.isRejection) return undefined;
  return http.isRejection ? "strict" : http.isSuccess ? "holds" : undefined;
});

const judgeConflict = ofStep("webhook: same address", ({ status }) => {
  if (status === 409) return "holds";
  if (status === 422) return "unprocessable";
  return status < 300 ? { unexpected: "the same address twice" } : undefined;
});

const judgeMove = ofStep("webhook: method", (_, evidence) => {
  const method = evidence.last("webhook: after method")?.record?.method_name;
  return method === "teams" ? "accepted" : method === "webhook" ? "holds" : undefined;
});

/** If other inferred parameters are rejected or ignored, so may this one be. */
const judgeDrafts: Judge = (evidence) =>
  judgeFilters(evidence)?.answer === "differs" ? undefined : accepted("drafts", "rejected")(evidence);

const judgeLimit: Judge = ({ exchanges }) => {
  const limited = exchanges.find(({ status }) => status === 429);
  return limited && verdict(limited.took < 500 ? "holds" : "late", limited);
};

const templates = needing("templates");
const subscriptions = needing("subscriptions");
const services = needing("services");

export const writingEntries = {
  "service-put": services(judgePut),
  "write-responses": templates(judgeResponses),
  "server-errors": templates(judgeFailures, { untried: "only shows if StatusHub fails during a create" }),
  "delete-effect": needing("templates", "services")(judgeDelete),
  "deleted-updates": templates(judgeDeletedUpdate, { follows: ["delete-effect"] }),
  "rejection-status": templates(judgeRejections),
  "conflict-status": subscriptions(judgeConflict, { follows: ["rejection-status"] }),
  "freed-values": subscriptions(accepted("webhook: freed address", "reserved"), { follows: ["subscription-moves"] }),
  "last-subscription": subscriptions(judgeLast),
  "subscription-moves": subscriptions(judgeMove),
  texts: templates(judgeTexts),
  "filled-names": services(rejected("service: blank name", "accepted")),
  "plain-titles": templates(judgeTitles, { follows: ["texts"] }),
  "template-content": templates(rejected("template: empty", "optional")),
  "single-status": templates(rejected("template: service twice", "repeated"), { untried: "the hub has no service" }),
  "address-forms": subscriptions(judgeAddress),
  "time-offsets": needing("drafts")(accepted("offset", "utc")),
  "early-429": needing()(judgeLimit, { untried: "only shows if another client uses up the rate limit of the key" }),
  "incident-drafts": needing()(judgeDrafts, { follows: ["list-filters"] }),
};

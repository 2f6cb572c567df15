import { isDeepStrictEqual } from "node:util";
import { settingNotText, unknownSetting } from "../../errors/native.ts";
import { findConfigProblem, type ReadSetting } from "../config.ts";
import { secret, unknownMark } from "../pulumi.ts";
import type { Values } from "../resources/define.ts";
import { Empty, messages } from "./protocol.ts";
import { packageName, type Session } from "./session.ts";
import { fromStruct, toStruct } from "./values.ts";
import { findVersionProblem } from "./version.ts";

/*
 * What concerns the provider itself: its settings, and what it can do.
 */

type CheckRequest = InstanceType<typeof messages.CheckRequest>;
type DiffRequest = InstanceType<typeof messages.DiffRequest>;
type ConfigureRequest = InstanceType<typeof messages.ConfigureRequest>;

const settings = ["apiKey", "account", "region", "baseUrl", "verify"];

/** What Pulumi itself adds to the settings. */
const own = /^(version|pluginDownloadURL|__.*)$/;

const isSetting = (name: string, value: unknown) =>
  typeof value === "string" || (name === "verify" && typeof value === "boolean");

export async function checkConfig(request: CheckRequest) {
  const news = fromStruct(request.getNews());
  const { apiKey } = news;
  const strangers = Object.keys(news).filter((name) => !settings.includes(name) && !own.test(name));
  const wrong = settings.filter(
    (name) => news[name] !== undefined && news[name] !== null && !isSetting(name, news[name]),
  );
  const failures = [
    ...strangers.map((name) => ({
      property: name,
      reason: unknownSetting({ settings: settings.join(", ") }),
    })),
    ...wrong.map((name) => ({ property: name === "apiKey" ? "" : name, reason: settingNotText({ name }) })),
  ];
  const problem =
    (await findVersionProblem(news.version)) ??
    findConfigProblem(settingsIn(news, request.getUrn()), (value) => value === unknownMark);
  if (failures.length === 0 && problem !== undefined) failures.push({ property: "", reason: problem });
  return new messages.CheckResponse()
    .setInputs(toStruct(typeof apiKey === "string" ? { ...news, apiKey: secret(apiKey) } : news))
    .setFailuresList(
      failures.map(({ property, reason }) => new messages.CheckFailure().setProperty(property).setReason(reason)),
    );
}

/** Other settings are never another provider: each record says itself which hub it belongs to. */
export async function diffConfig(request: DiffRequest) {
  const [olds, news] = [fromStruct(request.getOlds()), fromStruct(request.getNews())];
  const changed = settings.filter((name) => !isDeepStrictEqual(olds[name], news[name]));
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  return new messages.DiffResponse().setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(changed);
}

/** Fails never: an operation says itself what is missing, and a check of the configuration has said it before. */
export async function configure(session: Session, request: ConfigureRequest) {
  session.configure(settingsIn(fromStruct(request.getArgs()), request.getUrn() ?? ""));
  return new messages.ConfigureResponse()
    .setAcceptsecrets(false)
    .setSupportspreview(true)
    .setAcceptresources(true)
    .setAcceptoutputs(false);
}

export async function handshake() {
  return new messages.ProviderHandshakeResponse()
    .setAcceptSecrets(false)
    .setAcceptResources(true)
    .setAcceptOutputs(false)
    .setSupportsAutonamingConfiguration(false);
}

export async function cancel(session: Session) {
  session.cancel();
  return new Empty();
}

/** Settings as every adapter reads them. An explicit provider has a name, which messages about its key show. */
function settingsIn(values: Values, urn: string): ReadSetting {
  const name = urn.split("::").at(-1) ?? "";
  const isExplicit = name !== "" && !name.startsWith("default");
  const named: Values = { ...values, ...(values.apiKey !== undefined && isExplicit && { provider: name }) };
  return (key) => {
    const value = named[key.slice(packageName.length + 1)];
    return isSetting(key.slice(packageName.length + 1), value) ? String(value) : undefined;
  };
}

import { isDeepStrictEqual } from "node:util";
import { unknown } from "../../model/api/form.ts";
import { helpWith } from "../../model/api/nearest.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { isDefaultProvider, nameIn, packageName } from "../../model/pulumi/resource-type.ts";
import { isAtLeast } from "../../model/versions.ts";
import { redact } from "../client/redact.ts";
import { findConfigProblem, type ReadSetting, settingNames } from "../config.ts";
import { otherVersion, settingNotText, unknownSetting } from "../errors/native.ts";
import { holdsSecret, type Properties, plainFrom, secretNamesIn, secretOf } from "../marks.ts";
import { checkFailureMessage } from "./methods.ts";
import { type Message, messages, propertiesIn, toStruct } from "./protocol.ts";
import { ownVersion, type Session } from "./session.ts";

/*
 * Calls about the settings of the provider itself.
 */

/** Settings that Pulumi adds. */
const addedByPulumi = /^(version|pluginDownloadURL|__.*)$/;

const isSetting = (value: unknown) => typeof value === "string" || value === unknown;

export async function checkConfig(_: Session, request: Message<"CheckRequest">) {
  const inputs = propertiesIn(request.getNews());
  const news = plainFrom(inputs);
  const isOpen = isSetting(news.apiKey) && !holdsSecret(inputs.apiKey);
  const urn = request.getUrn();
  // A default provider gets every key of the stack configuration under our prefix, which may be the program's; an explicit
  // one gets only what the program passes to it.
  const isKnown = (name: string) => settingNames.includes(name) || addedByPulumi.test(name) || isDefaultProvider(urn);
  const strangers = Object.keys(news).filter((name) => !isKnown(name));
  const given = settingNames.filter((name) => news[name] !== undefined && news[name] !== null);
  const wrong = given.filter((name) => !isSetting(news[name]));
  const failures = [
    // No property is named, because Pulumi would print its value, and this may be a misspelled API key.
    ...strangers.map((name) => ({
      property: "",
      reason: unknownSetting({ name, help: helpWith(name, settingNames, "Settings") }),
    })),
    ...wrong.map((name) => ({
      // Pulumi prints the value of the property that a failure names.
      property: name === "apiKey" || holdsSecret(inputs[name]) ? "" : name,
      reason: settingNotText({ name }),
    })),
  ];
  const problem = (await findVersionProblem(news.version)) ?? findConfigProblem(settingsIn(news, urn));
  // It quotes settings, and the program may have marked any of them as secret.
  const secrets = [...secretNamesIn(inputs)].map((name) => String(news[name]));
  if (failures.length === 0 && problem !== undefined) failures.push({ property: "", reason: redact(problem, secrets) });
  return new messages.CheckResponse()
    .setInputs(toStruct(isOpen ? { ...inputs, apiKey: secretOf(inputs.apiKey) } : inputs))
    .setFailuresList(failures.map(checkFailureMessage));
}

/**
 * Returns the problem with the version that a program asks for, if any. Pulumi checks it when it chooses among
 * installed plugins, but not if Pulumi.yaml names a folder. A provider supports programs of its own version or older.
 */
async function findVersionProblem(asked: unknown): Promise<string | undefined> {
  const own = await ownVersion();
  if (typeof asked !== "string" || isAtLeast(own, asked)) return undefined;
  return otherVersion({ asked, own });
}

/** Changed settings never replace the provider, because each record names its own hub. */
export async function diffConfig(_: Session, request: Message<"DiffRequest">) {
  const olds = settingsOf(request.getOlds());
  const news = settingsOf(request.getNews());
  const changed = settingNames.filter((name) => !isDeepStrictEqual(olds[name], news[name]));
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  return new messages.DiffResponse().setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(changed);
}

/** Never fails: each operation reports missing settings, and the configuration check has already reported them. */
export async function configure(session: Session, request: Message<"ConfigureRequest">) {
  session.configure(settingsIn(settingsOf(request.getArgs()), request.getUrn() ?? ""));
  return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true).setAcceptresources(true);
}

const settingsOf = (message: Parameters<typeof propertiesIn>[0]) => plainFrom(propertiesIn(message));

/** Returns a reader of settings. Messages about the API key show an explicit provider's name. */
function settingsIn(settings: Properties, urn: string): ReadSetting {
  const named: Properties = {
    ...settings,
    ...(settings.apiKey !== undefined && !isDefaultProvider(urn) && { provider: nameIn(urn) }),
  };
  return (key) => {
    const setting = key.slice(packageName.length + 1);
    const value = named[setting];
    if (value === unknown) return unknownMark;
    return isSetting(value) ? String(value) : undefined;
  };
}

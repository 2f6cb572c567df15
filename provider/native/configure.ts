import { isDeepStrictEqual } from "node:util";
import { unknown } from "../../model/api/form.ts";
import { helpWith } from "../../model/api/nearest.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { isDefaultProvider, nameIn, packageName } from "../../model/pulumi/resource-type.ts";
import { isAtLeast } from "../../model/versions.ts";
import type { CheckFailure } from "../check-failure.ts";
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

export async function checkConfig(_: Session, request: Message<"CheckRequest">) {
  const inputs = propertiesIn(request.getNews());
  const settings = plainFrom(inputs);
  const urn = request.getUrn();
  const failures = [...unknownSettings(settings, urn), ...settingsWithoutText(settings, inputs)];
  const problem = (await findVersionProblem(settings.version)) ?? findConfigProblem(settingsIn(settings, urn));
  if (failures.length === 0 && problem !== undefined) {
    // It quotes settings, and the program may have marked any of them as secret.
    const secrets = [...secretNamesIn(inputs)].map((name) => String(settings[name]));
    failures.push({ property: "", reason: redact(problem, secrets) });
  }
  const isKeyOpen = isSetting(settings.apiKey) && !holdsSecret(inputs.apiKey);
  return new messages.CheckResponse()
    .setInputs(toStruct(isKeyOpen ? { ...inputs, apiKey: secretOf(inputs.apiKey) } : inputs))
    .setFailuresList(failures.map(checkFailureMessage));
}

/** Settings that Pulumi adds. */
const addedByPulumi = /^(version|pluginDownloadURL|__.*)$/;

const isSetting = (value: unknown) => typeof value === "string" || value === unknown;

function unknownSettings(settings: Properties, urn: string): CheckFailure[] {
  // A default provider gets every key of the stack configuration under our prefix, which may be the program's; an explicit
  // one gets only what the program passes to it.
  if (isDefaultProvider(urn)) return [];
  const names = Object.keys(settings).filter((name) => !settingNames.includes(name) && !addedByPulumi.test(name));
  return names.map((name) => ({
    // No property is named, because Pulumi would print its value, and this may be a misspelled API key.
    property: "",
    reason: unknownSetting({ name, help: helpWith(name, settingNames, "Settings") }),
  }));
}

function settingsWithoutText(settings: Properties, inputs: Properties): CheckFailure[] {
  const given = settingNames.filter((name) => settings[name] !== undefined && settings[name] !== null);
  const wrong = given.filter((name) => !isSetting(settings[name]));
  return wrong.map((name) => {
    // Pulumi prints the value of the property that a failure names.
    const mayNameIt = name !== "apiKey" && !holdsSecret(inputs[name]);
    return { property: mayNameIt ? name : "", reason: settingNotText({ name }) };
  });
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
  const isNamed = settings.apiKey !== undefined && !isDefaultProvider(urn);
  const all: Properties = isNamed ? { ...settings, provider: nameIn(urn) } : settings;
  return (key) => {
    const name = key.slice(`${packageName}:`.length);
    const value = all[name];
    if (value === unknown) return unknownMark;
    return isSetting(value) ? String(value) : undefined;
  };
}

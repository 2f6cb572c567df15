import { failedRecords } from "../../model/page/errors.ts";
import { describeProblems } from "../../model/page/problem.ts";
import { type PlannedRecord, planPage } from "../../model/page/records.ts";
import type { Configuration } from "../../model/page/schema.ts";
import { grouped, sections } from "../../model/page/sections.ts";
import { StatusHubError } from "../client/errors.ts";
import { optionsWithoutEffect, unknownComponent } from "../errors/native.ts";
import type { Properties } from "../marks.ts";
import { definitionOf } from "../provider.ts";
import { ancestryIn, dynamicTypeOf, nativeTypeOf, packageName } from "../resource-type.ts";
import { decodeMarked, dependenciesIn, encodeMarked, MarkedValue, secret } from "./marked-value.ts";
import { type RegisteredResource, ResourceMonitor } from "./monitor.ts";
import { pageIn } from "./page-inputs.ts";
import { type Message, messages, propertiesIn, toStruct } from "./protocol.ts";
import type { Session } from "./session.ts";

/*
 * `StatusPage` for programs in any language: this process registers the records of a page for the program.
 */

type ConstructRequest = Message<"ConstructRequest">;

export async function construct(session: Session, request: ConstructRequest) {
  const name = request.getName();
  const type = request.getType();
  if (type !== nativeTypeOf("StatusPage")) throw new StatusHubError(unknownComponent({ type }));
  const inputs = decodeMarked(propertiesIn(request.getInputs())) as Properties;
  const { page, hub } = await pageIn(name, inputs, configurationOf(request));
  const plan = planPage(name, page);
  const problems = session.pageNames.claim(name, ancestryIn(request.getParent()), plan);
  if (problems.length > 0) throw new StatusHubError(describeProblems(name, problems));

  const monitor = new ResourceMonitor(request);
  try {
    const { urn } = await monitor.registerComponent();
    const ignored = withoutEffect(request);
    if (ignored.length > 0) session.warn(optionsWithoutEffect({ names: ignored.join(", ") }), urn);
    const provider = session.reference || (request.getProvidersMap().get(packageName) ?? "");
    const outputs = await registerRecords(plan, hub, (planned, args) =>
      monitor.register({ ...registrationOf(planned, args), parent: urn, provider }),
    );
    await monitor.registerOutputs(urn, withoutDependencies(outputs) as Properties);
    return new messages.ConstructResponse().setUrn(urn).setState(toStruct(encodeMarked(outputs) as Properties));
  } finally {
    monitor.close();
  }
}

/** Registers what others refer to first. Returns the outputs of the page. */
async function registerRecords(
  plan: readonly PlannedRecord[],
  given: unknown,
  register: (planned: PlannedRecord, args: Properties) => Promise<RegisteredResource>,
): Promise<Properties> {
  /** Registers all records of some sections at once. */
  const registerWave = async (
    isIncluded: (section: string) => boolean,
    hub: unknown,
    find: (key: string) => unknown = () => undefined,
  ) => {
    const included = plan.filter(({ section }) => isIncluded(section));
    const wave = await Promise.all(
      included.map(async (planned) => {
        const args = { ...planned.argumentsWith(find), ...(planned.section !== "hub" && { hub }) };
        return { planned, registered: await register(planned, args) };
      }),
    );
    const failed = wave.filter(({ registered }) => registered.isFailed).map(({ planned }) => planned.name);
    if (failed.length > 0) throw new StatusHubError(failedRecords({ names: failed.join(", ") }));
    return wave;
  };
  const [own] = await registerWave((section) => section === "hub", given);
  const hub = own === undefined ? given : hubValue(own.registered);
  const services = await registerWave((section) => section === grouped.section, hub);
  const ids = new Map(services.map(({ planned, registered }) => [planned.key, idOf(registered)]));
  const others = await registerWave(
    (section) => section in sections,
    hub,
    (key) => ids.get(key),
  );
  const idsOf = (section: string) =>
    [...services, ...others]
      .filter(({ planned }) => planned.section === section)
      .map(({ planned, registered }) => [planned.key, idOf(registered)]);
  const names = [grouped.section, ...Object.keys(sections)];
  return {
    hubId: own === undefined ? idOfReference(given) : idOf(own.registered),
    ...Object.fromEntries(names.map((name) => [`${name.replace(/s$/, "")}Ids`, Object.fromEntries(idsOf(name))])),
  };
}

function registrationOf({ kind, name, formerName, isProtected }: PlannedRecord, args: Properties) {
  const type = dynamicTypeOf(kind);
  const former = formerName === undefined ? [] : [{ name: formerName }, { name: formerName, type }];
  const dependencies = Object.entries(args).map(([property, value]) => [property, dependenciesIn(value)]);
  return {
    type: nativeTypeOf(kind),
    name,
    inputs: encodeMarked(withSecretProperties(kind, args)) as Properties,
    dependencies: Object.fromEntries(dependencies),
    // A stack may have it from the dynamic provider.
    aliases: [{ type }, ...former],
    isProtected,
  };
}

/** Marks the secrets of a kind, whether or not the program does, like the classes of a language. */
function withSecretProperties(kind: string, args: Properties): Properties {
  const { properties } = definitionOf(kind);
  const entries = Object.entries(args).map(([name, value]) => [name, properties[name]?.secret ? secret(value) : value]);
  return Object.fromEntries(entries);
}

/** Returns the ID of a record, which isn't known in the preview of its create. */
const idOf = ({ urn, id }: RegisteredResource) =>
  new MarkedValue({ ...(id !== "" && { value: id }), dependencies: [urn] });

/** Returns the hub as its records get it: the ID stays known while a preview shows the hub as renamed. */
function hubValue(registered: RegisteredResource): Properties {
  const subdomain = decodeMarked(registered.output("subdomain"));
  const own = new MarkedValue({ dependencies: [registered.urn] });
  const marked = subdomain instanceof MarkedValue ? subdomain : new MarkedValue({ value: subdomain });
  return { id: idOf(registered), subdomain: marked.within(own) };
}

function idOfReference(hub: unknown): unknown {
  const { id } = (hub as MarkedValue).value as Properties;
  return id === "" ? new MarkedValue({}) : decodeMarked(id);
}

/** Outputs of a component in the state have no dependencies. */
function withoutDependencies(outputs: unknown): unknown {
  if (outputs instanceof MarkedValue) return encodeMarked(new MarkedValue({ value: outputs.value }));
  if (typeof outputs !== "object" || outputs === null) return outputs;
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, withoutDependencies(value)]));
}

/** `name` is a key of the project's own configuration, `namespace:name` one of another. */
const configurationOf = (request: ConstructRequest): Configuration => ({
  find(name) {
    const key = name.includes(":") ? name : `${request.getProject()}:${name}`;
    const text = request.getConfigMap().get(key);
    return text === undefined ? undefined : { text, isSecret: request.getConfigsecretkeysList().includes(key) };
  },
  protect: secret,
});

/** Returns the options that Pulumi doesn't apply to the children of a component, or that can't reach them. */
function withoutEffect(request: ConstructRequest): string[] {
  const lists = {
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    replaceWith: request.getReplaceWithList(),
  };
  const names = Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? [name] : []));
  return [...names, ...(request.hasResourceHooks() ? ["hooks"] : [])];
}

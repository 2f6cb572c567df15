import type { HubAddress } from "../client/hubs.ts";
import type { Definition, Values, Wire } from "../resources/define.ts";
import { declaredIn, type Echoes, echoesOf, echoKey, type Observation, observe, observeWrite } from "./property.ts";

// The hub of a record, as its class passes it, is a subdomain, or `{ id, subdomain }` where the program has a Hub.

export const subdomainOf = (hub: unknown): string =>
  typeof hub === "object" && hub !== null ? String((hub as { subdomain: unknown }).subdomain) : String(hub);

export const hubIdOf = (hub: unknown): string | undefined =>
  typeof hub === "object" && hub !== null ? String((hub as { id: unknown }).id) : undefined;

/** The id of the record: its own where it got another one than Pulumi knows. */
export const recordIdOf = (id: string, outputs: Values): string =>
  typeof outputs.recordId === "string" ? outputs.recordId : id;

interface Seen {
  readonly definition: Definition;
  readonly record: Wire;
  readonly hub: HubAddress;
  /** Outputs until now; empty on create. */
  readonly olds: Values;
}

/** The outputs after a read: declared values where the record is as declared, live ones where it is not. */
export function outputsOfRead({ declared, ...seen }: Seen & { declared: Values }): Values {
  const echoes = echoesOf(seen.olds);
  return compose(seen, declared, (name, property) => observe(property, seen.record, declared[name], echoes[name]))
    .outputs;
}

/** What was sent, and what the wire values of it were before (where that is known). */
export interface Written {
  readonly news: Values;
  readonly sent: ReadonlySet<string>;
  readonly before: (name: string) => unknown;
}

/** The outputs after a write, and the properties that the API accepted and ignored. */
export function outputsOfWrite({ news, sent, before, ...seen }: Seen & Written): {
  outputs: Values;
  ignored: string[];
} {
  const echoes = echoesOf(seen.olds);
  const { outputs, ignored } = compose(seen, news, (name, property) =>
    sent.has(name)
      ? observeWrite(property, seen.record, property.type.toWire(news[name]), {
          declared: news[name],
          before: before(name),
        })
      : observe(property, seen.record, news[name], echoes[name]),
  );
  // What was cleared is declared no more: nothing of it stays in the state, unless the API kept it.
  const cleared = Object.entries(seen.definition.properties).filter(
    ([name]) => sent.has(name) && news[name] === undefined,
  );
  for (const [name, property] of cleared) {
    const written = { declared: undefined, before: before(name) };
    const { value, ignored: wasIgnored } = observeWrite(property, seen.record, property.cleared, written);
    if (!wasIgnored) continue;
    outputs[name] = value;
    ignored.push(name);
  }
  return { outputs, ignored };
}

function compose(
  { definition, record, hub, olds }: Seen,
  declared: Values,
  look: (name: string, property: Definition["properties"][string]) => Observation,
): { outputs: Values; ignored: string[] } {
  const outputs: Values = {};
  const echoes: Echoes = {};
  const ignored: string[] = [];
  if (declared.hub !== undefined) {
    outputs.hub = declared.hub;
    outputs.hubId = hub.id;
  }
  for (const [name, property] of declaredIn(definition, declared)) {
    const { value, echo, ignored: wasIgnored } = look(name, property);
    outputs[name] = value;
    if (echo !== undefined) echoes[name] = echo;
    if (wasIgnored) ignored.push(name);
  }
  for (const [name, output] of Object.entries(definition.outputs)) {
    outputs[name] = output.read(record) ?? olds[name] ?? null;
  }
  if (Object.keys(echoes).length > 0) outputs[echoKey] = echoes;
  return { outputs, ignored };
}

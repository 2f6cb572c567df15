import type { Values } from "./grpc.ts";
import type { Sample } from "./samples/sample.ts";
import type { World } from "./world.ts";

/** A program of one resource: the value that it declares for each property. */
export type Program = Readonly<Record<string, Sample>>;

type Subject = Pick<World, "definition" | "samples">;

const firstOf = ({ samples }: Subject, name: string): Sample => {
  const [sample] = samples.properties[name]?.values ?? [];
  if (sample === undefined) throw new Error(`There are no samples of ${name}.`);
  return sample;
};

const programOf = (subject: Subject, names: readonly string[]): Program =>
  Object.fromEntries(names.map((name) => [name, firstOf(subject, name)]));

/** The smallest program. */
export const minimal = (subject: Subject): Program => programOf(subject, subject.samples.minimal);

/** The program that declares everything. */
export const full = (subject: Subject): Program => programOf(subject, Object.keys(subject.samples.properties));

/** The program that declares everything that a POST takes: a maintenance without its occurrences. */
export const posted = (subject: Subject): Program =>
  programOf(
    subject,
    Object.keys(subject.samples.properties).filter((name) => !subject.definition.properties[name]?.putOnly),
  );

/** The program without one property. */
export function without(program: Program, name: string): Program {
  const { [name]: _, ...rest } = program;
  return rest;
}

/** The children's hub, as the class passes a `Hub`. */
export const acme = { id: "1", subdomain: "acme" };

export const isChild = ({ definition }: Pick<World, "definition">) => definition.operations.create !== undefined;

/** What the program declares, as it reaches the provider. */
export const inputsOf = (subject: Subject, program: Program): Values => ({
  ...(isChild(subject) && { hub: acme }),
  ...Object.fromEntries(Object.entries(program).map(([name, { declared }]) => [name, declared])),
});

/** What the program means on the wire. */
export const bodyOf = ({ samples }: Subject, program: Program): Values =>
  Object.fromEntries(Object.entries(program).map(([name, { wire }]) => [samples.properties[name]?.wire, wire]));

/** Every property that a program may leave out of `full`. */
export const optional = ({ samples }: Subject): string[] =>
  Object.keys(samples.properties).filter((name) => !samples.minimal.includes(name));

/** Every change of one property from its first sample to another one. */
export const changes = ({ samples }: Subject): { name: string; to: Sample }[] =>
  Object.entries(samples.properties).flatMap(([name, { values }]) => values.slice(1).map((to) => ({ name, to })));

import { helpWith } from "../../model/api/nearest.ts";
import { invalidPageValue, pageSource, unknownKey, unknownPart } from "../../model/page/errors.ts";
import { describeProblems, listed, type PageProblem, type Path } from "../../model/page/problem.ts";
import { type Page, problemsIn } from "../../model/page/records.ts";
import type { Configuration } from "../../model/page/schema.ts";
import { grouped, sections } from "../../model/page/sections.ts";
import { StatusHubError } from "../client/errors.ts";
import { invalidHub } from "../errors/program.ts";
import type { Properties } from "../marks.ts";
import { isOfKind, typeIn } from "../resource-type.ts";
import { isMap, isReference, MarkedValue, opened } from "./marked-value.ts";

export interface GivenPage {
  readonly page: Page;
  /** The program's own hub; undefined if the page describes one. */
  readonly hub: unknown;
}

/**
 * Reads the inputs of a page: a file, or its sections.
 *
 * @throws one error with all problems
 */
export async function pageIn(name: string, inputs: Properties, configuration: Configuration): Promise<GivenPage> {
  if ("file" in inputs) return { page: await readFile(name, inputs, configuration), hub: undefined };
  const reading = new PageReading();
  const given = reading.read(inputs);
  const problems = [...reading.problems, ...problemsIn(given.page)];
  if (problems.length > 0) throw new StatusHubError(describeProblems(name, problems));
  return given;
}

async function readFile(name: string, { file, ...rest }: Properties, configuration: Configuration): Promise<Page> {
  const path = file instanceof MarkedValue && !file.isSecret ? file.value : file;
  const fail = (message: string) => new StatusHubError(describeProblems(name, [{ path: ["file"], message }]));
  if (Object.keys(rest).length > 0) throw fail(pageSource.both({ names: listed(Object.keys(rest), "and") }));
  if (path === undefined) throw fail(unknownPart.file());
  if (typeof path !== "string") throw fail(invalidPageValue.type({ types: "text" }));
  // Most programs describe no page in a file, and don't need YAML.
  const { readPage } = await import("../../model/page/file.ts");
  const read = readPage(name, path, configuration);
  if ("message" in read) throw new StatusHubError(read.message);
  return read.page;
}

const ofPage = ["hub", "groups", ...Object.keys(sections)];
const ofGroup = ["id", grouped.section];

/** Reads the structure of a page, down to the properties of its records. */
class PageReading {
  readonly problems: PageProblem[] = [];

  read(inputs: Properties): GivenPage {
    const { hub, groups = {}, ...others } = this.#known(inputs, [], { title: "a page", names: ["file", ...ofPage] });
    if (hub === undefined) this.#reject([], pageSource.none());
    const isResource = hub instanceof MarkedValue && isReference(hub.value);
    const described = isResource || hub === undefined ? undefined : this.#map(hub, ["hub"]);
    if (isResource) this.#requireHub(hub.value);
    const page = {
      hub: described,
      groups: this.#each(groups, ["groups"], (group, path) => {
        const { [grouped.section]: records = {}, ...rest } = this.#known(group, path, {
          title: "a group",
          names: ofGroup,
        });
        return { ...rest, [grouped.section]: this.#records(records, [...path, grouped.section]) };
      }),
      ...Object.fromEntries(Object.entries(others).map(([name, section]) => [name, this.#records(section, [name])])),
    };
    // The names of the sections have been checked.
    return { page: page as unknown as Page, hub: isResource ? hub : undefined };
  }

  #records = (section: unknown, path: Path) => this.#each(section, path, (record) => record);

  #each<Result>(value: unknown, path: Path, read: (entry: Properties, path: Path) => Result): Record<string, Result> {
    const entries = Object.entries(this.#map(value, path)).map(([key, entry]) => {
      const place = [...path, key];
      return [key, read(this.#map(entry, place), place)] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Returns the entries of a value; null, which YAML has for an empty value, has none. */
  #map(value: unknown, path: Path): Properties {
    const content = opened(value);
    if (isMap(content)) return content;
    if (content === null) return {};
    const isUnknown = content instanceof MarkedValue && content.value === undefined;
    this.#reject(path, isUnknown ? unknownPart.keys() : invalidPageValue.type({ types: "an object" }));
    return {};
  }

  /** Returns the entries that exist. */
  #known(values: Properties, path: Path, { title, names }: { title: string; names: readonly string[] }): Properties {
    for (const name of Object.keys(values).filter((each) => !names.includes(each))) {
      this.#reject([...path, name], unknownKey({ title, help: helpWith(name, names) }));
    }
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  }

  #requireHub({ urn }: { readonly urn: string }): void {
    if (!isOfKind(urn, "Hub")) this.#reject(["hub"], invalidHub.reference({ type: typeIn(urn) }));
  }

  #reject(path: Path, message: string): void {
    this.problems.push({ path, message });
  }
}

import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { dynamicTypeOf, typeIn } from "../../model/pulumi/resource-type.ts";
import { configureProvider, type MarkedNames, type Provider } from "../../provider/rehearse.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import type { Page } from "./page.ts";
import type { Replies } from "./replies.ts";
import { secretNamesOf } from "./secrets.ts";

/** Finds the page of a provider by its URN; undefined if only the update will know its account. */
export type PageOf = (provider: string) => Promise<Page | undefined>;

/** Who carries out the operations on one resource, and where. */
export interface Actor {
  readonly provider: Provider;
  readonly page: Page;
  readonly definition: Definition;
  readonly resource: { readonly kind: string; readonly urn: string; readonly marked: MarkedNames };
}

/** The providers of one stack: one for each page, because all resources of the stack share what they have there. */
export class Providers {
  readonly pageOf: PageOf;
  readonly #byPage = new Map<Page, Provider>();
  /** The pages of resources, by URN. */
  readonly #pages = new Map<string, Page>();
  /** What has been said about resources, by URN. */
  readonly #said = new Map<string, string[]>();

  constructor(pageOf: PageOf) {
    this.pageOf = pageOf;
  }

  /** Returns who carries out operations on a resource; undefined for other packages, and if its account isn't known. */
  async actorFor(urn: string, state: ResourceState): Promise<Actor | undefined> {
    const kind = identify(urn)?.kind ?? "";
    const definition = definitions[kind];
    // Resources of other packages need no account of ours, and the program may have none beside those of its explicit providers.
    if (definition === undefined) return undefined;
    const page = await this.pageOf(providerOf(state));
    if (page === undefined) return undefined;
    this.#pages.set(urn, page);
    return { provider: this.on(page), page, definition, resource: { kind, urn, marked: markedIn(urn, state) } };
  }

  /** Whether a resource has its record on a page. */
  isOn(page: Page, urn: string): boolean {
    return this.#pages.get(urn) === page;
  }

  /** Returns the provider of a page. */
  on(page: Page): Provider {
    const known = this.#byPage.get(page);
    if (known !== undefined) return known;
    const provider = configureProvider({
      baseUrl: page.url,
      apiKey: page.apiKey,
      now: () => page.now(),
      say: (line, urn = "") => void this.#said.set(urn, [...(this.#said.get(urn) ?? []), line]),
    });
    this.#byPage.set(page, provider);
    return provider;
  }

  /** Runs an operation, and returns what its provider has said about the resource. */
  async listen(urn: string, operation: () => Promise<void>): Promise<string[]> {
    const before = this.#said.get(urn)?.length ?? 0;
    await operation();
    return (this.#said.get(urn) ?? []).slice(before);
  }

  /** Notes what functions of the program look up. The plan only shows lookups that are resources. */
  noteLookups({ told }: Replies): void {
    const lookups = told.filter((each) => each.is === "looks up");
    for (const page of new Set(this.#pages.values())) {
      const ofPage = lookups.filter(({ baseUrl }) => baseUrl === page.baseUrl);
      for (const { kind, id } of ofPage) this.on(page).noteLookup(kind, id);
    }
  }
}

/** The protocol of the dynamic provider doesn't tell which values a program marks as secret. */
function markedIn(urn: string, { inputs, outputs }: ResourceState): MarkedNames {
  const isDynamic = typeIn(urn).startsWith(dynamicTypeOf(""));
  return isDynamic ? "unknown" : new Set(secretNamesOf({ ...outputs, ...inputs }));
}

/** Markup that may be sent as it is. Everything else that a template is given is text, and is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes. Undefined is nothing, a list is its items one after the other. */
export type Content = Markup | string | number | undefined | readonly Content[];

/** Makes markup of a template. Values are escaped unless they are markup; attribute values must stand in quotes. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(literals.map((literal, index) => literal + rendered(values[index])).join(""));
}

/** Text as it stands between tags and in quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function rendered(value: Content): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  // Array.isArray does not tell a readonly list from the other kinds.
  if (typeof value === "object") return (value as readonly Content[]).map(rendered).join("");
  return escaped(String(value));
}

/** Markup that may be sent as it is. Every other value in a template is text, and is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts. Undefined adds nothing, a list adds its items in order. */
export type Content = Markup | string | number | undefined | readonly Content[];

/** Makes markup from a template. Values are escaped unless they are markup; attribute values need quotes. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(literals.map((literal, index) => literal + rendered(values[index])).join(""));
}

/** Escapes text for use between tags and in quoted attributes. */
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
  // Array.isArray does not narrow a type to a readonly list.
  if (typeof value === "object") return (value as readonly Content[]).map(rendered).join("");
  return escaped(String(value));
}

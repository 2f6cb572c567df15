import { readText } from "../engine/local.ts";

const fontSize = 14;
const lineHeight = 21;
/** Stretches each line to the width that a monospaced font should have, because the fonts of readers differ. */
const characterWidth = 8.4;
const margin = 24;

/** Colors that can be read on the dark background; those of the marks are the command's own. */
const colors = { text: "#d1d7e0", "+": "#56d364", "-": "#ff7b72", "~": "#56d4dd", "!": "#e3b341" } as const;

/** Draws the session of `preview` in the guide, which a test runs, as a terminal. It has its own background. */
export function previewPicture(): [path: string, text: string] {
  const guide = readText("docs/guides/reviewing.md");
  const [, session = ""] = /```console\n(\$ npx pulumi-statushub preview\n.*?)\[exit code/s.exec(guide) ?? [];
  const lines = session.trimEnd().replace("...\n", "").split("\n");
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const texts = lines.map((line, index) => draw(line, 2 * margin - fontSize / 2 + index * lineHeight));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>A terminal with pulumi-statushub preview</title>
<rect width="100%" height="100%" rx="8" fill="#151b23"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${fontSize}" fill="${colors.text}">
${texts.filter(Boolean).join("\n")}
</g>
</svg>
`;
  return ["docs/preview.svg", svg];
}

function draw(line: string, y: number): string {
  const text = line.trimStart();
  const indent = line.length - text.length;
  const mark = text.slice(0, 1) as keyof typeof colors;
  const isMarked = indent === 4 && mark in colors;
  const parts = isMarked
    ? [part(mark, indent, y, `fill="${colors[mark]}"`), part(text.slice(2), indent + 2, y)]
    : [part(text, indent, y, ...(indent === 0 ? ['font-weight="bold"'] : []))];
  return text === "" ? "" : parts.join("\n");
}

function part(text: string, column: number, y: number, ...attributes: string[]): string {
  const place = [`x="${margin + column * characterWidth}"`, `y="${y}"`, `textLength="${text.length * characterWidth}"`];
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text ${[...place, ...attributes].join(" ")}>${escaped}</text>`;
}

import { codeOf, endsInCode } from "../../model/problem.ts";
import { noStack, pulumiFailed, unreadableConfiguration } from "../errors/command.ts";
import type { ReportOptions } from "../options.ts";
import { PreviewError } from "../project/pulumi-preview.ts";
import { messageOf } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";
import { code } from "./render.ts";

interface Heading {
  readonly title: string;
  /** Says that it failed. */
  readonly failed: string;
}

/** Runs a report. If it fails, its Markdown says so: otherwise, a comment would describe an older program. */
export async function orFailure(heading: Heading, { markdown }: ReportOptions, report: () => Promise<void>) {
  try {
    await report();
  } catch (error) {
    if (markdown) process.stdout.write(renderFailure(heading, error));
    throw error;
  }
}

/** The errors that a comment shows. */
const most = 10;

/** Shows our own errors, in which secrets are masked. Nothing masks the others in a comment, so they are only counted. */
export function renderFailure({ title, failed }: Heading, error: unknown): string {
  const found = errorsIn(error).map(ownLines);
  const own = [...new Set(found.flat())];
  const list = own.slice(0, most).map((line) => `- ${code(line)}`);
  const left = own.length - list.length;
  const others = found.filter((lines) => lines.length === 0).length;
  const parts = [`## ${title}`, `**${failed}**`];
  if (list.length > 0) parts.push(list.join("\n"));
  if (left > 0) parts.push(`and ${left} more`);
  if (others > 0) parts.push(`${plural(others, "other error is", "other errors are")} only in the log.`);
  return `${parts.join("\n\n")}\n`;
}

function errorsIn(error: unknown): readonly string[] {
  if (error instanceof PreviewError && error.errors.length > 0) return error.errors;
  const message = messageOf(error);
  const isQuoting = quoting.some(({ explanation }) => codeOf(message) === explanation.code);
  return [isQuoting ? "" : message];
}

/** They quote what Pulumi says. */
const quoting = [noStack, unreadableConfiguration, pulumiFailed];

/** Pulumi prints the stack of an error that a program throws. A list belongs to the line before it. */
const ownLines = (message: string) =>
  message
    .replaceAll(/\n\s*- /g, " - ")
    .split("\n")
    .map((line) => line.trim().replace(/^\w*Error: /, ""))
    .filter(endsInCode);

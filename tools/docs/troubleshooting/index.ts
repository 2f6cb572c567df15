import { command } from "./command.ts";
import { configure } from "./configure.ts";
import type { Chapter } from "./entry.ts";
import { page } from "./page.ts";
import { emulator, plugin } from "./plugin.ts";
import { policy } from "./policy.ts";
import { preview } from "./preview.ts";
import { pulumi } from "./pulumi.ts";
import { destroy, read } from "./read.ts";
import { up } from "./up.ts";

/** In the order in which a user meets them. */
export const chapters: readonly Chapter[] = [
  configure,
  preview,
  page,
  up,
  read,
  destroy,
  command,
  policy,
  plugin,
  emulator,
  pulumi,
];

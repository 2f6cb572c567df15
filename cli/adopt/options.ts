import type { RecordSelection } from "../options.ts";

export interface AdoptOptions extends RecordSelection {
  readonly cwd: string;
  readonly stack?: string;
  readonly all?: true;
  readonly out?: string;
  readonly json?: true;
  readonly force?: true;
  readonly sharedProgram?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

import type { PreviewStep } from "../project/pulumi-preview.ts";
import type { ResourceState } from "../project/stack.ts";

/** Where a program declares a resource. In a loop or a component, several resources have the same place. */
export interface SourcePosition {
  /** Relative to the folder of Pulumi.yaml. */
  readonly path: string;
  readonly line: number;
}

/**
 * Reads the position that Pulumi's SDK finds and the engine stores: `project:///index.ts#4,1`. It isn't known at the top of an ES
 * module. Inside a function of one, the SDK takes a URL for a path; in YAML, it finds a line of the language host. A line of a
 * package isn't one of the program.
 */
export function sourcePositionIn({ sourcePosition = "" }: ResourceState): SourcePosition | undefined {
  const [, path = "", line] = /^project:\/\/\/([^#]+)#(\d+)/.exec(sourcePosition) ?? [];
  const isOfProgram = path !== "" && !/^(\.\.\/|file:|(.*\/)?node_modules\/)/.test(path);
  return isOfProgram ? { path: decoded(path), line: Number(line) } : undefined;
}

/** Finds where programs declare their resources, by URN. What a program no longer declares has no place. */
export function createPositions(stacks: readonly { readonly steps: readonly PreviewStep[] }[]) {
  const positions = new Map(
    stacks.flatMap(({ steps }) =>
      steps.flatMap(({ op, urn, newState = {} }) => {
        const position = op === "refresh" ? undefined : sourcePositionIn(newState);
        return position ? [[urn, position] as const] : [];
      }),
    ),
  );
  return (urn: string): { readonly sourcePosition?: SourcePosition } => {
    const sourcePosition = positions.get(urn);
    return sourcePosition === undefined ? {} : { sourcePosition };
  };
}

/** The engine escapes a path like a URL; some languages' SDKs report one as it is, in which a percent sign means itself. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

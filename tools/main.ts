/** Runs a tool, whose result is its exit code. A failure shows only its message: a stack trace does not help users. */
export async function main(action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Runs a tool, whose result is its exit code. A failure is told in its own words: a stack trace tells users nothing. */
export async function main(action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/**
 * Runs a tool and exits with its result. For a failure only the message is printed, because a stack trace doesn't help
 * users.
 */
export async function main(action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error means that it runs, but that we may not signal it.
    return !hasErrorCode(error, "ESRCH");
  }
}

/** Whether an error comes from the operating system: it has a code, such as `ENOENT`. */
export const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && "syscall" in error;

export const hasErrorCode = (error: unknown, code: string): boolean => isSystemError(error) && error.code === code;

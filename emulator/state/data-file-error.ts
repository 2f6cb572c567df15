/** A data file that can't be used or written. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** The data file belongs to a different emulator, which still runs. */
class InUseError extends DataFileError {}

export const isInUse = (error: unknown): boolean => error instanceof InUseError;

/** @param lock its lock file, which may be left over from a process whose number another one has now */
export const inUse = (pid: number, lock: string) =>
  new InUseError(
    `a different emulator is using it (process ${pid}). Stop that one, or choose a different file. If that process is ` +
      `something else, delete ${lock}.`,
  );

// errno(3)
const full = "the disk is full. Make room, and send the request again.";
const noFolder = "its folder is a file. Choose a different file.";
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: "its folder or the file itself can't be written. Name another file, or change the permissions.",
  EROFS: "its file system is read-only. Choose a different file.",
  EEXIST: noFolder,
  ENOTDIR: noFolder,
};

/** Explains why an operation on the data file failed, and what to do. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DataFileError) return error.message;
  if (error.name === "HttpError") return `a record in it is not complete: ${error.message}. Choose a different file.`;
  const reason = "code" in error ? reasons[String(error.code)] : undefined;
  return reason ?? `${error.message}. Check the disk and the permissions, or name another file.`;
}

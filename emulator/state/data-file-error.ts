/** A data file that can't be used or written. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

const busy = 5;

// https://www.sqlite.org/rescode.html and errno(3)
const reasons: Readonly<{ [code: string | number]: string }> = {
  [busy]: "a different emulator is using it. Stop that one, or choose a different file.",
  13: "the disk is full. Make room, and send the request again.",
  11: "it is damaged. Choose a different file.",
  26: "it is not a data file of the emulator. Choose a different file.",
  EACCES: "its folder or the file itself can't be written. Name another file, or change the permissions.",
  EROFS: "its file system is read-only. Choose a different file.",
  EEXIST: "its folder is a file. Choose a different file.",
  ENOTDIR: "its folder is a file. Choose a different file.",
};

/** Explains why an operation on the data file failed, and what to do. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "DataFileError") return error.message;
  if (error.name === "HttpError") return `a record in it is not complete: ${error.message}. Choose a different file.`;
  const reason = reasons[codeOf(error)];
  return reason ?? `${error.message}. Check the disk and the permissions, or name another file.`;
}

export const isInUse = (error: unknown): boolean => error instanceof Error && codeOf(error) === busy;

/** Errors of node:sqlite carry `errcode`, whose low byte is SQLite's primary code. Those of node:fs carry `code`. */
function codeOf(error: Error): string | number {
  const { errcode, code = "" } = error as { errcode?: number; code?: string };
  return errcode === undefined ? code : errcode & 0xff;
}

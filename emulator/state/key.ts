export type Key = string | number;

/** The indices of a table by name. A row without a key isn't in that index. */
export type RowIndices<Row> = Readonly<Record<string, (row: Row) => Key | undefined>>;

/** Returns the key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number): Key => `${hubId}:${value}`;

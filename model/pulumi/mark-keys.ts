/*
 * How Pulumi marks unknown, secret and resource values, the same in both protocols and in a state. Copied from the SDK,
 * which takes half a second to load; the marks are a wire format.
 */

/** Represents a value of any type that isn't known yet. */
export const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Key by which Pulumi recognizes a marked object. */
export const markKey = "4dabf18193072939515e22adb298388d";
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";
export const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";

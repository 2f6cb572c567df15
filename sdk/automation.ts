/*
 * Pulumi starts the provider of an inline program (Automation API) in the folder that the process was started from, and
 * looks there for its own SDK and for this package. The folders in NODE_PATH are the last that Node looks in: with the one
 * that holds this package, both are found wherever the process was started.
 */
const delimiter = process.platform === "win32" ? ";" : ":";
const holdsThisPackage = `${import.meta.dirname}/../../..`;

process.env.NODE_PATH = [process.env.NODE_PATH, holdsThisPackage].filter(Boolean).join(delimiter);

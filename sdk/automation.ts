/*
 * Pulumi starts the provider of an inline program (Automation API) in the working directory of the process, and looks
 * there for its own SDK and for this package. Node searches the folders in NODE_PATH last; adding the one that holds
 * this package makes both available from any working directory. `sideEffects` in package.json keeps the bundler from dropping it.
 */
const delimiter = process.platform === "win32" ? ";" : ":";
const holdsThisPackage = `${import.meta.dirname}/../../..`;

/** Pulumi has started this process with a script of its SDK, so it doesn't run Pulumi, and its environment stays as it is. */
const isStartedByPulumi = /[\\/]pulumi[\\/]cmd[\\/]/.test(process.argv[1] ?? "");

// In a bundle of a program, this file is elsewhere, and the folder could be anybody's.
if (!isStartedByPulumi && import.meta.dirname?.replaceAll("\\", "/").endsWith("/pulumi-statushub/dist/sdk")) {
  process.env.NODE_PATH = [process.env.NODE_PATH, holdsThisPackage].filter(Boolean).join(delimiter);
}

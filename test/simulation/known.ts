/** A way to break a law that we know of and document. */
interface KnownDefect {
  /** Matches the title of the violation, which names its cause. */
  readonly violation: RegExp;
  readonly says: string;
}

/** Every defect that the simulation tolerates. Each is recognized by its cause, so that any other cause is an error. */
export const knownDefects: readonly KnownDefect[] = [
  {
    violation: /^one owner: a \w+ belongs to two resources, one of which --target left out$/,
    says:
      "OWN-2: `pulumi up --target` of a resource with `adopt` takes a record that an untargeted resource manages, because " +
      "Pulumi doesn't show that one to the provider.",
  },
  {
    violation: /^one owner: a \w+ belongs to two resources of different providers$/,
    says: "OWN-2: `adopt` takes a record that a resource of another provider manages, because each has its own process.",
  },
  {
    violation:
      /^SER-1: a series has two records for one time, of a series that a resource of another provider has adopted$/,
    says:
      "OWN-2, SER-1: if a resource of another provider has adopted an occurrence of a series, replacing the resource that " +
      "created the series leaves the old series beside the new one.",
  },
  {
    violation:
      /^done: after up [\w,]+ of a Maintenance is not as declared, which somebody gave other dates after it was over$/,
    says:
      "SER-9: a series goes on under an earlier date that somebody has extended after it was over. Later changes of the " +
      "program that its record lacks count as accepted there.",
  },
];

export const isKnown = (title: string): boolean => knownDefects.some(({ violation }) => violation.test(title));

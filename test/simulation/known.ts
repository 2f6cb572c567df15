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
  {
    violation: /^one owner: a \w+ belongs to two resources, one of which failed before the two were compared$/,
    says:
      "OWN-2: `adopt` takes the record of a resource of the program whose own properties are invalid, because Pulumi then " +
      "doesn't compare that one. The next `up` says that the record has two resources.",
  },
  {
    violation:
      /^one owner: a Maintenance that another resource manages is deleted, which isn't on the pattern of its series$/,
    says:
      "OWN-3: deleting a series also deletes an occurrence that another resource had adopted and moved off the pattern before " +
      "the series was adopted. The next `up` creates it again.",
  },
  {
    violation: /^done: after up a Maintenance doesn't exist, of whose series another resource has a part$/,
    says:
      "OWN-3: a resource that adopts an occurrence and changes its pattern makes the service replace the later ones, even if " +
      "another resource adopts one of them in the same run. The next `up` creates that one again.",
  },
  {
    violation: /^IDN-4: a \w+ that a killed command left is created again, which a list left out$/,
    says: "IDN-4: the leftover of a killed run is created again if the service's list leaves it out.",
  },
  {
    violation: /^IDN-4: a \w+ that a killed command left is created again by a machine whose clock is wrong, without/,
    says:
      "IDN-4: if the service sends no header `Date`, and this machine's clock is wrong by an hour or more, the leftover of a " +
      "killed run is created again.",
  },
  {
    violation: /^one owner: a Maintenance that another resource manages is changed with its series$/,
    says:
      "OWN-3: a change of a series also reaches an occurrence that another resource had adopted before the series was adopted, " +
      "because the service changes the later ones with it. The next `up` changes that one back.",
  },
  {
    violation: /^(SER-1|LIF-5): .*, whose pattern somebody has set$/,
    says:
      "SER-1, SER-5: if somebody gives a maintenance a pattern in the control panel, or one date of a series and those after it " +
      "another one, nobody manages the dates that the service makes for it. `destroy` leaves them, and another pattern in the " +
      "program makes dates twice.",
  },
  {
    violation: /^IDN-1: a \w+ of somebody else is in the state, made in the second in which the command began$/,
    says:
      "IDN-1: if the response to a POST is lost, and the list before it failed, an equal record that somebody else made in the " +
      "same second counts as created.",
  },
  {
    violation: /^RCV-1: recover finds nothing of a Subscription that was left$/,
    says:
      "RCV-1: if the service masks the values of a `configuration`, `recover` doesn't find the subscription of a killed create. The " +
      "next `up` fails, because the address is taken, and names the record to adopt.",
  },
  {
    violation: /^RCV-2: recover takes a \w+ of somebody else, which equals a create without effect$/,
    says:
      "RCV-2: if a killed create had no effect, `recover` takes an equal record that somebody else has made since: nothing tells who " +
      "made it.",
  },
];

export const isKnown = (title: string): boolean => knownDefects.some(({ violation }) => violation.test(title));

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
    violation: /^one owner: a \w+ belongs to two resources, one of which failed before the two were compared$/,
    says:
      "OWN-2: `adopt` takes the record of a resource of the program whose own properties are invalid, or that `--replace` " +
      "replaces without a refresh, because Pulumi then doesn't compare that one. The next `up` says so.",
  },
  {
    violation: /^REL-7: a \w+ is on another hub, which its provider hasn't looked up$/,
    says:
      "REL-7: if a resource gets another provider or name after the name of its hub has gone to another hub, that `up` leaves the " +
      "record where it is. The next one with a refresh moves it.",
  },
  {
    violation: /^IDN-4: a \w+ that nobody has is doubled, which a list left out$/,
    says: "IDN-4: the leftover of a killed run is created again if the service's list leaves it out.",
  },
  {
    violation: /^SEE-1: visitors see a Service twice, whose list can't be read$/,
    says:
      "SEE-1: a service with a `customId` is created although visitors see its name already, if the list of services returns 403, 404 or " +
      "422 in that run.",
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
      "next `up` names it.",
  },
  {
    violation: /^RCV-1: recover finds nothing of a Maintenance that was left, a draft whose date has passed$/,
    says:
      "RCV-1: if a run was killed before it published a new series, and the date with which it began has passed, `recover` doesn't find " +
      "the draft, which nobody sees. The next `up` makes the series.",
  },
  {
    violation:
      /^(done: after up|preview: for a Maintenance|DRF-14: the output) .*, an occurrence that outlasts a later one$/,
    says:
      "SER-3: an occurrence that the team has extended past the end of a later one isn't changed, because that would change the later one, " +
      "too, which has ended.",
  },
  {
    violation: /^IDN-4: a Maintenance is in no state and in no error, an occurrence that outlasts a later one$/,
    says:
      "IDN-4: if the team has extended an occurrence past the end of a later one, and then deletes all that are to come, the series is made " +
      "again, and the extended one stays on the page until it ends.",
  },
  {
    violation:
      /^LIF-5: destroy fails: Could not read .*: no occurrence of the series is left on the hub, but # look like some of it/,
    says: "LIF-5: if somebody has deleted all dates of a series, `destroy --refresh` fails while somebody else has an equal one.",
  },
  {
    violation: /^RCV-2: recover takes a \w+ of somebody else, which equals a create without effect$/,
    says: "RCV-2: if a killed create had no effect, `recover` takes an equal record that somebody else has made since.",
  },
];

export const isKnown = (title: string): boolean => knownDefects.some(({ violation }) => violation.test(title));

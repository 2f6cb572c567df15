/** Every law, in the order of the page that lists them. Its tests say which kinds of resources it applies to. */
export const catalog = {
  "LIF-1": "a create sends one POST with exactly what is declared, and a PUT only for what POST doesn't accept",
  "LIF-2": "a hub is adopted with a GET, and one PUT with what differs",
  "LIF-3": "a second up does nothing and sends nothing",
  "LIF-4": "a change of n properties is one PUT with n keys, and with silent if that is declared",
  "LIF-5":
    "destroy sends one DELETE per record (a maintenance is read before it), and succeeds if a record is already deleted",
  "LIF-6": "a hub that leaves the program stays unchanged, and the run says so",
  "LIF-7": "an update loses no output",
  "LIF-8": "if one record fails, the others are in the state, and the next up does the rest",
  "LIF-9": "protect, retainOnDelete, aliases and --target do what Pulumi promises",
  "LIF-10": "a change of a property that the API can't update replaces the record",
  "IDN-1": "a record that existed before and that the program doesn't adopt is never written, deleted or claimed",
  "IDN-2": "an empty text identifies nothing",
  "IDN-3":
    "adopt: true only takes a record with exactly the same unique values; a similar one is an error that names it",
  "IDN-4":
    "after an unknown outcome there is at most one record, in the state or named in the error, even if it appears late",
  "IDN-5": "a rejected create restores a deleted record only if that record is the reason",
  "IDN-6": "an error says who may manage a record before it says how to adopt it",
  "IDN-7": "an ID is the same as a number and as text",
  "IDN-8": "a hub keeps its identity even if another hub gets its old subdomain",
  "IDN-9": "an adoption that fails leaves the record where it was",
  "SIM-1":
    "random scenarios with programs, people, faults, kills and two stacks keep identity, lifecycle and relations",
  "GUE-1":
    "if the real service differs from a guess, the life of a resource works, or an error says so: no record is doubled, lost, claimed, restored or left behind in silence, and nothing hangs or crashes",
  "OWN-1": "a record of another resource of the stack isn't deleted",
  "OWN-2": "adopt doesn't take a record of another resource of the stack",
  "OWN-3":
    "taking a record is one step that fails if another resource of the run has it, and what another resource of the run has, adopts or looks up isn't deleted",
  "OWN-4": "what a run looks up isn't deleted in that run, and what is only looked up never counts as managed",
  "OWN-5":
    "adopt is done once: it can stay in the program, is no difference in a report, and another value there or a replacement while it is declared is refused before anything is sent",
  "OWN-6":
    "a record that was adopted and not made is marked until an update without adopt: meanwhile, a replacement fails in the preview, and a delete keeps the record and says so",
  "MSG-2": "text for a program reads back with every character of Unicode, and the terminal's guard changes none of it",
  "SEC-1": "what a program marks as secret is marked wherever the state has it, at any depth of any property",
  "NPD-1": "the smallest program of a kind is clean after up",
  "NPD-2": "the program that declares everything is clean after up",
  "NPD-3": "absent, null and empty are three programs, each clean after up",
  "NPD-4": "formatting differences of the server aren't shown",
  "NPD-5": "an undeclared value that the server fills in isn't shown",
  "NPD-6": "names that differ between request and response aren't shown",
  "NPD-7": "a manual change is still noticed after the server's form was remembered, and only on its property",
  "NPD-8": "after a create and a read, a diff is empty, for any program",
  "CLR-1": "removing a nullable text sends null",
  "CLR-2": "emptying or removing a list sends the empty list",
  "CLR-3": "true to false sends false",
  "CLR-4": "removing a property that has a documented default sends that default",
  "CLR-5": "null, empty text, empty list and false are different values, and each is sent as it is",
  "CLR-6": "removing a required property fails before any request",
  "CLR-7": "no PUT contains a key that only the server sets",
  "CLR-8": "a property that isn't declared keeps a manual change",
  "CLR-9":
    "removing a property is shown, clears it if the API can, and is clean afterwards, also if StatusHub still shows the old value",
  "DRF-1": "a manual change shows as exactly its property",
  "DRF-2": "up reverts a manual change with one PUT of one key",
  "DRF-3": "declaring the live value is no change",
  "DRF-4": "ignoreChanges holds",
  "DRF-5": "a record that is gone is created again, once",
  "DRF-6": "a record that is marked as deleted is restored if the API can, otherwise created again",
  "DRF-7": "an undeclared property is never drift",
  "DRF-8": "status, timestamps and other people's incidents aren't drift",
  "DRF-9": "up leaves an open incident unchanged",
  "DRF-10": "a wrong key, role or account is an error and doesn't empty the state",
  "DRF-11":
    "a preview without refresh sends nothing, except one GET for each changed maintenance whose deployed end is over; with it, as a flag or an option, it finds the same",
  "DRF-12": "a preview changes neither the API nor the state",
  "DRF-13": "of an object without a fixed form, only the declared keys are compared",
  "DRF-14": "every output has its live value, declared or not, and an undeclared property is never counted as drift",
  "DRF-15": "newly declaring exactly the value that the page shows sends nothing",
  "DRF-16": "a manual change that somebody undoes is no drift, even if a refresh has stored it meanwhile",
  "ADO-1": "a record created by other means is imported, and is clean afterwards without a write",
  "ADO-2": "a hub that is declared as it is needs no write",
  "ADO-3": "an ID that doesn't exist is an error that names the kind, the ID and the hub",
  "ADO-4": "a malformed ID is an error that shows what an ID looks like",
  "ADO-5": "a generated program compiles, refers to resources and leaves defaults out",
  "ADO-6": "exporting twice gives the same program",
  "ADO-7": "a dry run writes no file",
  "ADO-8": "records whose Hub isn't in the state yet aren't replaced, and nothing is sent to them",
  "ADO-9":
    "adopt takes over a record, and can stay in the program or be removed afterwards, in an update without a request",
  "ADO-10": "the secrets of an imported record are encrypted in the state from the first moment",
  "ADO-11":
    "adopt writes the program that Pulumi runs or changes nothing, keeps a copy of the user's file, and keeps what the state declares",
  "ADO-12": "two records never share a configuration key, and no existing key changes its value",
  "ADO-13":
    "after adopt, an up of a program that lacks the records fails instead of deleting them, and the first up that declares them sends nothing",
  "ADO-14": "adopt imports no subscription that a visitor may have signed up for, unless told to",
  "ADO-15":
    "however adopt ends, the project is as it was before unless the state has the records, and no file keeps a secret",
  "ADO-16": "adopt never imports a record that the stack already manages, in whatever form",
  "REC-1": "a series of any interval is clean after up",
  "REC-2": "another interval leaves nothing of the previous one",
  "REC-3": "a maintenance whose PUT failed is kept, finished by the next up, and deleted by destroy",
  "REC-4":
    "an update of a series also covers the later occurrences, and an update of a single maintenance doesn't mention them",
  "REC-5": "removing repeat ends the series",
  "REC-6": "an end that isn't after the start fails in check",
  "REC-7": "a start in the past is accepted and kept",
  "REC-8": "the passing of time isn't drift",
  "REC-9": "occurrences that the server creates aren't drift, and stay",
  "REC-10": "a maintenance that is over is complete",
  "REC-11": "a series that was deleted outside Pulumi is created again, once",
  "REC-12": "notifications before and after the start and the end are kept as declared",
  "REC-13": "a local time and a zone give the right instant, and a time that the clock skips is an error",
  "REC-14":
    "a maintenance that is over in the program and on the page stays in the state and on the page, also if it leaves the program; a new one whose end has passed isn't published unless it is silent",
  "SER-1":
    "what a person does to one date in the control panel never makes a second record for a time that has one, and its dates aren't compared",
  "SER-2":
    "if the record in the state is gone, the series goes on under its next date without a write; it is made again only if none is left and its end hasn't passed",
  "SER-3":
    "a change is one PUT to the current date and reaches the later ones; other dates or another pattern replace the series, and a later end doesn't",
  "SER-4": "killed after any request of a create, the next up names the leftover, and there are never two",
  "SER-5":
    "after destroy no occurrence that hasn't started is left, whatever the API does with an empty pattern; ended ones stay",
  "SER-6": "a series is public only once it is whole; a rejected pattern leaves a draft that the next up finishes",
  "SER-7": "a declared silent is in every write of the maintenance",
  "SER-8": "a property whose write has an unknown outcome counts as changed until a write or a read settles it",
  "SER-9":
    "the passing of time is no drift and no write, and an edit of the program reaches the dates that aren't over",
  "SER-10":
    "once the end of a published maintenance is over in the program, the page decides, which is read at that moment: what is over or deleted there is neither compared, written, deleted nor made again; what is to come there keeps its times until the program declares others to come; a draft is like any record; no PUT to what is published carries an end that is over, unless the deployed one is to come, and no DELETE goes to what is published and over on the page",
  "SER-11":
    "what appears with our own write and equals it is ours, wherever the service's calendar puts it; if all known ones are over, we look again",
  "SER-12":
    "a pattern that goes on isn't over: if the service shows no later record, a change goes to the last one, and to those that follow",
  "SER-13": "a date of a series is no resource of its own: adopt and import refuse it and name the series",
  "ABS-1":
    "a record counts as gone only if its own GET says so and the list of its collection, or a write of ours to it, has succeeded in the " +
    "run; anything else is an error, and nothing is forgotten, doubled or announced",
  "ABS-2": "that the API has no such operation is believed only of operations that its description doesn't have",
  "REL-1": "a resource and its ID send the same request",
  "REL-2": "renaming a hub touches none of its records",
  "REL-3": "a hub that was renamed outside Pulumi loses none of its records",
  "REL-4": "a service moves to another group in place",
  "REL-5": "a service and the references to it change in the right order",
  "REL-6": "another hub as a string replaces only that record",
  "REL-7": "records of two hubs or accounts are never confused",
  "REL-8": "if another stack renames a hub, no record is replaced and nothing is sent",
  "SUB-1": "a subscription of each method is created, changed and deleted, and is clean in between",
  "SUB-2": "an unknown method, a label with email and an empty list of services fail in check",
  "SUB-3": "all services and a list of them are sent as the API requires",
  "SUB-4": "a subscription that was deleted outside Pulumi is restored in place, under its old ID or a new one",
  "SUB-5": "a create restores a deleted subscription with the same address, and says how to adopt a live one",
  "SUB-6": "subscriptions that no program declares are never touched",
  "SUB-7": "no output, error or written file shows an address or a configuration",
  "SUB-8": "another address is shown masked, and is applied",
  "RAT-1":
    "a single run sends its writes at the limit, whatever the parallelism, and gets no 429 unless the latency varies a lot",
  "RAT-2": "1,000 services are refreshed with at most 12 GETs",
  "RAT-3": "reads and writes have separate limits",
  "RAT-4": "a 429 of any form is waited out, and every record is created once",
  "RAT-5": "with another client on the key nothing fails, and the pace recovers",
  "RAT-6": "every wait has a bound, and its error says when the API wants to be asked again",
  "RAT-7": "a slow server isn't a slow network: work before the response doesn't slow the pace",
  "FLT-1": "after a 500, before or after the effect, at most one more up reaches the declared state",
  "FLT-2": "a broken connection or a killed run leaves one record in the end",
  "FLT-3": "a POST that may have taken effect is repeated only for a record with a unique key, after a search",
  "FLT-4": "half a response or a proxy's page gives an error without a stack trace",
  "FLT-5": "a rejection is reported with the API's message, the record and what to do",
  "FLT-6": "the key is in no output, log, error or state",
  "FLT-7": "a server that never responds ends in a timeout that names the operation",
  "FLT-8": "a write that the API accepts and ignores is an error, and differs until it takes effect",
  "FLT-9":
    "a missing or rejected key, or a service that is down, is said by one error of a run, to which the others refer, and isn't retried for " +
    "each resource; any other response ends that",
  "RCV-1":
    "after a run was killed at any request, recover and then up give what the program declares, and nothing twice; recover itself writes nothing to the page",
  "RCV-2": "recover pairs a create only with an equal record that no resource has, and names what it leaves undecided",
  "RCV-4":
    "a create that would equal a live record that no resource of the stack has is refused, unless the program says adopt: false",
  "RCV-3":
    "when the engine or the command that it served has ended, nothing unsent is sent, and what is under way is finished",
  "SEE-1":
    "no create shows visitors a service twice: it is refused if a live one that isn't archived, and that no resource of the stack is known to have, shows the same name in its group",
  "LST-1": "every page of a list is read, at any size",
  "LST-2": "fifty simultaneous reads send one list request",
  "LST-3": "a record that is missing from the list costs one GET and doesn't count as deleted",
  "LST-4": "a read sees the writes of its process",
  "LST-5": "lists with basic info cost at most one GET per record",
  "LST-6": "without a list operation single GETs find the same",
  "LST-7": "a difference in a list is confirmed with one GET of the record",
  "LST-8": "a list that doesn't page as documented costs a bounded number of GETs",
  "LST-9":
    "on a hub with 20,000 subscriptions and 5,000 services, each operation sends a bounded number of requests: creating a record with an identity needs no list, except a service, which needs one in a run",
  "UNK-1": "any input may be unknown in a preview, which sends nothing",
  "UNK-2": "among invalid and unknown values, only the invalid ones are reported",
  "UNK-3": "the rest of a partly unknown value is still checked",
  "UNK-4": "a value that turns out invalid in up fails before it is sent",
  "DOC-1": "doctor writes nothing",
  "DOC-2": "doctor reports exactly the differences of a service that reading can show",
  "UPG-1": "the state of every version is read, compared and destroyed",
  "UPG-2": "the pointer in the state is the same in every version",
  "PKG-1":
    "the packed package installs in an empty folder with everything it needs, for CommonJS and for ES module programs",
  "PKG-3": "wrong programs don't compile",
  "PKG-4": "every example runs and is clean",
  "PKG-5": "the state holds no code except the pointer",
  "CI-1":
    "a preview exits with 0 if nothing differs, 7 if something does, and another code if it fails; `drift` exits with 0 if nothing differs, 2 if something does, 1 if it fails, and 3 while an update is under way",
  "CI-2": "the drift reports in JSON and in Markdown say the same",
  "CI-3": "a drift report writes nothing and only needs a read-only key",
  "CI-4": "records that no stack manages are listed separately",
  "CI-5": "the same drift gives the same text",
  "CI-6": "a manual change is drift even after a refresh, and if an alias renames the resource",
  "CI-7": "the report works for components, lookups, explicit providers and every form of a hub",
  "CI-8": "a value that has the same meaning in another form isn't listed beside a real difference",
  "CI-9":
    "`drift` and `preview` use the key and the account that program and stack have now, and refuse what Pulumi could only read with those of the last update",
  "SAY-1":
    "what `preview` says that an update does, that update does: each change, message, write, record that stays, and refusal",
  "SAY-2": "whatever a report lists under a hub counts for its exit code, except what isn't managed",
  "SAY-3": "what the state marks for deletion is a deletion of the next update",
  "DUR-1":
    "a change is announced by exactly one maintenance, which ends with the work (the command, and those of its children that end within thirty seconds of it), whatever the command, a signal, the network or the key do; after a kill -9, at its own end; without a change, nothing is sent, and `during` opens no incident",
  "DUR-2":
    "the command's input, output and exit code are its own, and it doesn't run if the maintenance can't be opened",
  "DUR-3": "overlapping commands each have a maintenance of their own",
  "DUR-4": "the command that a message prints reaches the account, the stack and the folder of the run",
  "INC-1":
    "the content of an incident comes from templates only, what a template lacks is named before anything is sent, and no advice proposes a template",
  "INC-2":
    "an incident and each of its updates is sent once: what is there already with everything that would be sent, and what a lost response may have done, is found before anything is sent; anything less is posted or an error. A draft isn't open, unless a maintenance that suppresses events may have made it of our own POST",
  "INC-3":
    "who may get a message about an incident is said before the question, with the account; nobody is only said if nobody can",
  "INC-4": "what only helps holds nothing up for longer than ten seconds",
  "MSG-1":
    "what a program marks as secret, and the output of a command that shows secrets, is in no message, log or file",
  "MSG-3": "advice is about the command that was run, and what it says to run works as it stands",
} as const;

/** Such as `LIF-1`. */
export type LawId = keyof typeof catalog;

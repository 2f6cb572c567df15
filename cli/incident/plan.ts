import type { Live, Wire } from "../../model/api/form.ts";
import type { Whereabouts } from "../advice.ts";
import type { HubOfAccount } from "../hub/account.ts";
import type { MessageOptions } from "./message.ts";

/*
 * What `open`, `update` and `resolve` tell the code that asks and posts: what they post, how they look whether it is there already, and how
 * they say what has happened.
 */

export interface PostOptions extends Whereabouts, MessageOptions {
  readonly dryRun?: true;
  readonly yes?: boolean;
}

/** What is to be posted. */
export interface PlannedPost {
  /** The ID of the incident of an update. */
  readonly incident?: string;
  /** The body without its start, which has to be later than `after`, in milliseconds since 1970. */
  readonly wire: Wire;
  readonly after: number;
  readonly announcement: string;
  /** The services that the message is about; undefined if they can't be read. */
  readonly services: readonly number[] | undefined;
  /** Looks at what the page has already. */
  readonly look: () => Promise<Look>;
  /** Looks again, for what wasn't there at the look before. The hub may have a time limit. */
  readonly findAppeared: (hub: HubOfAccount, before: Look) => Promise<readonly Appeared[]>;
  /** Says what has been done, and who else has posted the same at that moment. */
  readonly describeDone: (ownId: unknown, others: readonly Appeared[]) => string;
  /** Says what others have done at that moment, so that nothing is left to send; undefined if it isn't the same. */
  readonly describeDoneByOthers: (hub: HubOfAccount, appeared: readonly Appeared[]) => Promise<string | undefined>;
}

/** What the page has at a moment. */
export interface Look {
  readonly already: Already | undefined;
  /** What people should know, but doesn't decide anything. */
  readonly mention: string | undefined;
  /** What was there, by `keyOf`, to notice what appears later. */
  readonly seen: ReadonlySet<string>;
  /** Whether it was listed. If not, a title stands for what was there, and nobody knows what appears later in a list. */
  readonly isListed: boolean;
}

/** What is there already, as a sentence about these incidents. */
export interface Already {
  /** ID of the incident. */
  readonly id: unknown;
  readonly text: string;
  /** Missing if everything that would be sent is there. Otherwise, people decide at a terminal. */
  readonly doubt?: {
    readonly question: string;
    /** The error if nobody can be asked; undefined if it then counts as there. */
    readonly refusal: string | undefined;
  };
}

/** What has appeared since a look, and may be what was posted. */
export interface Appeared {
  /** ID of the incident, or of its update. */
  readonly id: unknown;
  /** What it says. */
  readonly shown: Live;
  readonly isDraft: boolean;
}

/** Names what was there by its ID or, if StatusHub doesn't list it, by its title. */
export const keyOf = ({ id, title }: Live): string => (id === undefined ? `title ${title}` : String(id));

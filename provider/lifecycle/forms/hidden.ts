import type { Live } from "../../../model/api/form.ts";
import { type Definition, isHidden } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { liveValue } from "./compare.ts";
import { asDeployed } from "./deployed.ts";
import type { State } from "./state.ts";

/*
 * Whether a record is hidden from the public, as a draft is.
 */

/** Whether the program that was deployed hides the record. */
export const wasHidden = (definition: Definition, state: State): boolean =>
  isHidden(definition, asDeployed(definition, state));

/** Returns the properties that hide a record on the page. */
export const hiddenBy = ({ properties }: Definition, live: Live): [string, Property][] =>
  Object.entries(properties).filter(
    ([, property]) => property.hides !== undefined && liveValue(property, live, undefined) === property.hides,
  );

export const isHiddenOnPage = (definition: Definition, live: Live): boolean => hiddenBy(definition, live).length > 0;

/** Whether a record, which a list shows in part, says whether the page hides it. */
export const saysWhetherHidden = ({ properties }: Definition, listed: Live): boolean =>
  Object.values(properties).every(
    (property) => property.hides === undefined || liveValue(property, listed, undefined) !== undefined,
  );

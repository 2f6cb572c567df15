/**
 * Defects that stories find and that are not mended yet, each with a story in `stories/` that is expected to fail. Whoever
 * mends one removes its line here and the mark of its story.
 */
export const known: Readonly<Record<string, RegExp>> = {
  "an empty customId counts as an identity": /^IDN-1: a create changes a stranger's Service$/,
  "a similar record is adopted, or one that was there before a lost response":
    /^IDN-1: a (Service|Subscription) of somebody else is in the state$/,
  "a refused create restores a deleted subscription": /^IDN-1: a create restores a stranger's Subscription$/,
  "a similar record, or a clock that is off, passes for an interrupted run": /^two ups: .* has all the declared values/,
  "a similar record of the same program blocks an adoption": /^two ups: .* belongs to another resource of this stack/,
  "an adoption that fails takes the record out of the state": /^IDN-9: /,
  "an ID as text is none": /^two ups: .* holds no id of a/,
  "a record that appears late is made twice, or in no state": /^IDN-4: /,
  "a record that another resource has is deleted": /^one owner: a \w+ that another resource has is deleted$/,
  "two resources have one record": /^one owner: a \w+ belongs to two resources/,
  "a hub whose old name another one uses is taken for another account":
    /^(two ups|LIF-5): .* this key belongs to another account/,
  "keys beside the declared ones are wiped": /^CLR-8: .* wipes what others set/,
  "a series whose second request failed leaves its occurrences": /^LIF-5: an occurrence of a series/,
  "an output that becomes null stays as it was": /^DRF-14: the output customDomain/,
};

export const isKnown = (title: string): boolean => Object.values(known).some((shape) => shape.test(title));

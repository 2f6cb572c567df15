/*
 * The end of a window says how many commands run inside it: its seconds are their number. So a command that ends later than
 * another one can tell that from the record alone, and visitors see a time in whole minutes.
 * Inferred (end-seconds): the API keeps the seconds of an end.
 */

const second = 1000;
export const minute = 60 * second;

/** The most commands that the seconds of a minute can count. */
const most = 59;

/** The end of a window for one command. */
export const endFor = (start: number, duration: number): number =>
  Math.ceil((start + duration) / minute) * minute + second;

/** The number of commands inside a window. Zero if somebody else has set its end. */
export const commandsIn = (end: number): number => (end % minute) / second;

export const isOpenToOthers = (end: number): boolean => commandsIn(end) > 0 && commandsIn(end) < most;

/** The end of a window after another command has joined it: never earlier than before. */
export const endWithAnother = (end: number, own: number): number =>
  Math.max(wholeMinute(end), wholeMinute(own)) + (commandsIn(end) + 1) * second;

/** The end of a window after one of several commands has left it. */
export const endWithoutOne = (end: number): number => end - second;

const wholeMinute = (time: number) => time - (time % minute);

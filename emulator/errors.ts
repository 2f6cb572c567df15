import { problem } from "../model/problem.ts";

export const invalidOption = problem("SH9001", {
  text: {
    start: "The emulator cannot start, because <reason>. Change this option, or leave it out for its default.",
    port: "It must be a number from 0 to 65535.",
    limits: "It must be two whole numbers, such as 30,5.",
    days: "It must be a whole number of days.",
    assume: "It must be one of these: <known>.",
  },
});

export const portTaken = problem("SH9002", {
  text: `The emulator cannot listen on port <port> of 127.0.0.1, probably because another process uses it. Choose a different
    port; 0 takes any free one.`,
});

export const invalidPreset = problem("SH9003", {
  text: {
    unreadable: "Cannot read the preset <path>: <reason>.",
    file: "<path> is not a preset of the emulator:\n<problem>",
    value: "The preset is wrong:\n<problem>",
    record: "The preset is wrong at <path>: <reason>.",
    sameKey: "The preset is wrong at keys[<index>].key: another key has the same value.",
    noHub: 'The preset is wrong at keys[<index>].hubs: there is no hub "<hub>".',
  },
});

export const presetIgnored = problem("SH9004", {
  text: "The records come from <data>. Only the keys of <preset> are used, and its records after a reset.",
});

export const unusableDataFile = problem("SH9005", {
  text: {
    unnamed: "The path of the data file is empty. Pass a path, or leave the option out.",
    unusable: "Cannot use the data file <path>: <reason>",
    unreadable: "Cannot read the data file <path>: <reason>",
    unwritable: "Cannot write the data file <path>: <reason>",
  },
});

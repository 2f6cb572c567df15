import { bundlePlugin } from "./plugin/bundle.ts";

/** Writes plugin/provider.mjs, which the launchers beside it run, and the licences of its parts. */
await bundlePlugin();

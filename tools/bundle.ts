import { bundlePlugin } from "./plugin/bundle.ts";

/** Writes plugin/provider.mjs: what the launchers beside it run. */
await bundlePlugin();

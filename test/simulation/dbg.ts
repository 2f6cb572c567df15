import { preload } from "./preload.ts";
import { tellAgain } from "./story.ts";
import { readFileSync } from "node:fs";
await preload();
const stories = (0, eval)(readFileSync(process.argv[2]!, "utf8"));
for (const [name, actions, setting] of stories) { const t = await tellAgain(actions, setting); console.log(name, "->", t.violation?.message.slice(0, 700) ?? "fine", t.actions.slice(actions.length).map((a: any) => a.do === "run" ? a.command : JSON.stringify(a)).join(", ")); }

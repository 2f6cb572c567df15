import { test } from "vitest";
import { preload } from "./preload.ts";
import { Scene } from "./scene.ts";
import { perform } from "./action.ts";
test("one", async () => {
  await preload();
  const scene = new Scene(0);
  scene.platform.open();
  const out: unknown[] = [];
  const acts = JSON.parse(process.env.STORY ?? "[]");
  try { for (const a of acts) { 
      try { const r = await perform(scene, a); 
      if (r) out.push(r.failed, r.engine.done, r.output); } catch (e) { out.push(String(e)); break; } } 
  } finally { scene.platform.close(); }
  console.log(JSON.stringify(out, null, 1), JSON.stringify(scene.server.world.log.entries.map(e => `${e.method} ${e.path} ${e.status} ${JSON.stringify(e.body)}`), null, 1), JSON.stringify(scene.stacks.map(s => s.state.map(k => [k.urn, k.id])) ));
});

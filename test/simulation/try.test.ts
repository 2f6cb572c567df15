import { test, expect } from "vitest";
import { Scene } from "./scene.ts";
import { preload } from "./preload.ts";
test("one", async () => {
  await preload();
  const t0 = process.hrtime.bigint();
  const scene = new Scene(1);
  scene.platform.open();
  let out: unknown[] = [];
  try {
    const shop = scene.stack("shop");
    shop.program = [{ name: "web", kind: "Service", args: { hub: "acme", groupId: 1, name: "web", customId: "pay" } },
     { name: "web2", kind: "Service", way: "native", args: { hub: "acme", groupId: 1, name: "web2", customId: "pay2" } },
     { name: "tpl", kind: "IncidentTemplate", way: "native", args: { hub: "acme", body: "web", serviceStatuses: [{service: {ref: "web"}, status: "down"}] } }];
    for (let i = 0; i < 3; i++) {
      const r = await scene.run({ stack: "shop", command: "up" });
      out.push([r.failed, r.writes, r.requests, r.output, r.engine.done, scene.violation]);
    }
    shop.program = [];
    const r = await scene.run({ stack: "shop", command: "up" });
    out.push([r.failed, r.writes, r.requests, r.output, r.engine.done, scene.violation]);
  } finally { scene.platform.close(); }
  console.log(JSON.stringify(out, null, 1));
  console.log(Number(process.hrtime.bigint() - t0) / 1e6);
});

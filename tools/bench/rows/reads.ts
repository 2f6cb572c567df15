import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { accessTo, runCommand } from "../../command.ts";
import { type Row, seconds, verdictOn } from "../row.ts";
import { createFilledService, type Service } from "../service.ts";

const pages = 200;
const pageSize = 100;
const runs = 3;

const list = fileURLToPath(new URL("../program/list.ts", import.meta.url));

export const reads: Row = {
  name: "reads",
  title: "a list of 200 pages, while other processes use twice as many cores as there are",
  seconds: { full: 60, quick: 40 },
  async measure() {
    const service = await createFilledService(pages * pageSize);
    const others = Array.from({ length: 2 * availableParallelism() }, keepBusy);
    const times: number[] = [];
    try {
      for (let run = 0; run < runs; run++) {
        const started = performance.now();
        await listServices(service);
        times.push(performance.now() - started);
      }
      const { requests } = service.emulator;
      const rateLimited = requests.filter(({ status }) => status === 429).length;
      return [
        {
          what: `reads: ${pages} pages beside a busy machine`,
          ours: `${rateLimited} x 429`,
          bar: "0 x 429",
          verdict: verdictOn(rateLimited === 0),
          detail: `${requests.length} GETs, ${runs} runs of ${times.map(seconds).join(", ")}`,
        },
      ];
    } finally {
      for (const other of others) other.kill("SIGKILL");
      await service.close();
    }
  },
};

/** Ends by itself, in case the bench is killed. */
const keepBusy = () => spawn(process.execPath, ["-e", "for (const end = Date.now() + 300_000; Date.now() < end; );"]);

async function listServices(service: Service): Promise<void> {
  const env = { ...process.env, ...accessTo(service) };
  const { stdout, stderr } = await runCommand(process.execPath, [list], { env });
  if (Number(stdout) !== pages * pageSize) throw new Error(`The list has ${stdout || "no"} services. ${stderr}`);
}

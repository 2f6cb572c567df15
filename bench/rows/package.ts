import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { repositoryRoot } from "../../tools/engine/local.ts";
import { runStep } from "../../tools/engine/step.ts";
import { type Measure, notMeasured, type Row, verdictOn } from "../row.ts";

/** What users download, and what lies on their disks: sizes of files, in bytes, without the slack of a file system. */
export const packed: Row = {
  name: "package",
  title: "size of the package and of what it installs",
  seconds: { full: 60 },
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), "statushub-bench-"));
    try {
      const tarball = await pack(folder);
      const own = await install(join(folder, tarball.filename), "peer");
      const whole = await install(join(folder, tarball.filename));
      const peer = await install(`@pulumi/pulumi@${manifest.devDependencies["@pulumi/pulumi"]}`);
      return [...sizesOf(tarball), alone(own), withPeer(whole, peer)];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

async function pack(folder: string): Promise<Tarball> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [tarball] = JSON.parse(await npm(repositoryRoot, args)) as [Tarball];
  return tarball;
}

const npm = (cwd: string, args: string[]): Promise<string> =>
  runStep({ title: `npm ${args[0]}`, command: "npm", args, cwd, limit: 180 });

interface Installed {
  readonly packages: number;
  readonly bytes: number;
}

/** Installs into an empty project. Scripts do not run: what they would build is not ours. */
async function install(what: string, ...omitted: "peer"[]): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-bench-"));
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true }));
    const omit = omitted.map((group) => `--omit=${group}`);
    await npm(folder, ["install", what, ...omit, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
    const modules = join(folder, "node_modules");
    const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8")) as { packages: object };
    return { packages: Object.keys(lock.packages).length, bytes: await bytesIn(modules) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;

/** Most of it is the plugin, which carries its server of gRPC along and needs no installation. */
const bars = { packed: 800_000, unpacked: 3_200_000, packages: 8, installed: 16_000_000, added: 10 };

function sizesOf({ size, unpackedSize, entryCount }: Tarball): Measure[] {
  const row = (what: string, bytes: number, bar: number): Measure => ({
    what,
    ours: megabytes(bytes),
    bar: megabytes(bar),
    verdict: verdictOn(bytes <= bar),
    baseline: notMeasured,
    detail: `${entryCount} files`,
  });
  return [row("package, packed", size, bars.packed), row("package, unpacked", unpackedSize, bars.unpacked)];
}

const alone = ({ packages, bytes }: Installed): Measure => ({
  what: "installed without the peer",
  ours: `${packages} packages, ${megabytes(bytes)}`,
  bar: `${bars.packages} packages, ${megabytes(bars.installed)}`,
  verdict: verdictOn(packages <= bars.packages && bytes <= bars.installed),
  baseline: notMeasured,
  detail: "the package itself is one of them",
});

const withPeer = (whole: Installed, peer: Installed): Measure => ({
  what: "packages beside those of @pulumi/pulumi",
  ours: String(whole.packages - peer.packages),
  bar: String(bars.added),
  verdict: verdictOn(whole.packages - peer.packages <= bars.added),
  baseline: `${peer.packages} packages, ${megabytes(peer.bytes)}`,
  detail: `with the peer: ${whole.packages} packages, ${megabytes(whole.bytes)}`,
});

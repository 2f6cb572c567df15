/*
 * When Pulumi's SDK is loaded, it loads npm's dependency resolver, the TypeScript compiler and OpenTelemetry's exporters,
 * which takes much of the start of a program or a provider. Here each is loaded when it is first used, which almost
 * never happens in these tests.
 */
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");

const late = /^(@npmcli\/arborist|typescript|@opentelemetry\/(?!api$).*)$/;
const load = Module._load;

Module._load = function loadLate(request, parent, isMain) {
  const isLate = late.test(request) && parent?.filename?.includes("@pulumi");
  if (!isLate) return load.call(this, request, parent, isMain);
  let loaded;
  const get = () => {
    loaded ??= load.call(Module, request, parent, isMain);
    return loaded;
  };
  return new Proxy(Object.create(null), {
    // The one question that is asked at once, by the importing code that a compiler has made.
    get: (_, name) => (name === "__esModule" ? undefined : get()[name]),
    has: (_, name) => name in get(),
  });
};

// The newest language host that Go can build is 3.68. It takes this option as a flag, which newer CLIs don't pass.
if (existsSync("Pulumi.yaml") && /typescript: false/.test(readFileSync("Pulumi.yaml", "utf8"))) {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

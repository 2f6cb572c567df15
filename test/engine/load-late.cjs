/*
 * When Pulumi's SDK is loaded, it loads npm's dependency resolver, the TypeScript compiler, OpenTelemetry's exporters and
 * more, which takes most of the start of a program or a provider. Here each is loaded when it is first used, which almost
 * never happens in these tests.
 */
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const v8 = require("node:v8");

// The SDK only needs its flag to serialize functions, and with another flag, no code in a cache is valid any more.
v8.setFlagsFromString = () => undefined;

const late = /^(@npmcli\/arborist|typescript|normalize-package-data|execa|@opentelemetry\/(?!api$).*)$/;
const load = Module._load;

Module._load = function loadLate(request, parent, isMain) {
  const isOfPulumi = parent?.filename?.includes("@pulumi");
  // It reads the source map of each file in a stack trace, and the SDK takes a stack trace for each promise.
  if (isOfPulumi && request === "source-map-support/register") return {};
  if (!isOfPulumi || !late.test(request)) return load.call(this, request, parent, isMain);
  let loaded;
  const get = () => {
    loaded ??= load.call(Module, request, parent, isMain);
    return loaded;
  };
  // The SDK takes functions and classes out of these modules at once.
  return lateValue(get, request.startsWith("@opentelemetry/") ? (name) => lateValue(() => get()[name]) : undefined);
};

/** Stands for a module, a function or a class that `get` returns. */
function lateValue(get, part = (name) => get()[name]) {
  return new Proxy(function late() {}, {
    // The one question that is asked at once, by the importing code that a compiler has made.
    get: (_, name) => (name === "__esModule" ? undefined : part(name)),
    has: (_, name) => name in get(),
    apply: (_, self, args) => Reflect.apply(get(), self, args),
    construct: (_, args) => Reflect.construct(get(), args),
  });
}

// The newest language host that Go can build is 3.68. It takes this option as a flag, which newer CLIs don't pass.
if (existsSync("Pulumi.yaml") && /typescript: false/.test(readFileSync("Pulumi.yaml", "utf8"))) {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

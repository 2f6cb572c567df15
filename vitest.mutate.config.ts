import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/laws/pure.test.ts", "test/laws/http/*.test.ts", "test/provider/lifecycle/{observe,check,redact,failure,skeleton,diff,old-state}.test.ts"],
    exclude: ["test/laws/http/fault.test.ts"],
    provide: { hasMutants: true },
    isolate: false,
    testTimeout: 60_000,
  },
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiDocument } from "../../emulator/http/openapi.ts";

const readme = readFileSync(join(import.meta.dirname, "../../emulator/README.md"), "utf8");

it("the list of errors has every status of the document", () => {
  const { paths } = openApiDocument("http://localhost") as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const documented = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) => Object.keys(responses)),
  );
  const listed = [...readme.matchAll(/^- (\d{3}): /gm)].map(([, status]) => status);
  expect(listed).toEqual(expect.arrayContaining([...new Set(documented)].filter((status) => status !== "200")));
});

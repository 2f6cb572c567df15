import { expect, test } from "vitest";
import { notesOf } from "../../../tools/release/notes.ts";

test("the notes are the changelog's section on a version, without its heading", () => {
  const changelog = "# Changelog\n\n## 0.2.0\n\n- Check the policy of a page.\n\n## 0.1.0\n\n- Begin.\n";
  expect(notesOf(changelog, "0.2.0")).toBe("- Check the policy of a page.");
  expect(notesOf(changelog, "0.3.0")).toBeUndefined();
});

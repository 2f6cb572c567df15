import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

let browser: Promise<Browser> | undefined;

/** A visitor's browser. Records script errors and what the content security policy blocked. */
export interface Visitor {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export async function openBrowser(options: BrowserContextOptions = {}): Promise<Visitor> {
  browser ??= chromium.launch({ executablePath: inject("chromium") });
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return { page, complaints };
}

/** For `afterAll` of a test file. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

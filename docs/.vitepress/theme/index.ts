import type { Theme } from "vitepress";
import theme from "vitepress/theme-without-fonts";
import { enhanceAppWithTabs } from "vitepress-plugin-tabs/client";

export default {
  extends: theme,
  enhanceApp: ({ app }) => enhanceAppWithTabs(app),
} satisfies Theme;

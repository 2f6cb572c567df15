/**
 * Runs in the visitor's browser: fetches the page every two seconds and updates it in place, keeping the groups that
 * the visitor has opened. A page that is not in view fetches nothing.
 */
export const refreshScript = `
const root = document.documentElement;
async function refresh() {
  if (document.hidden) return;
  const headers = { "If-None-Match": '"' + root.dataset.version + '"' };
  const answer = await fetch(location.href, { headers, cache: "no-store" });
  if (answer.status === 304) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.redirected || !next.documentElement.dataset.version) return location.reload();
  for (const group of document.querySelectorAll("details[open]"))
    next.getElementById(group.id)?.setAttribute("open", "");
  const focused = document.activeElement?.id;
  for (const part of ["header", "main", "link[rel=icon]"])
    document.querySelector(part).replaceWith(next.querySelector(part));
  if (focused) document.getElementById(focused)?.focus();
  root.dataset.version = next.documentElement.dataset.version;
  document.title = document.querySelector(".live").textContent = next.title;
}
function keepFresh() {
  const again = () => setTimeout(keepFresh, 2000);
  refresh().then(again, again);
}
setTimeout(keepFresh, 2000);
document.addEventListener("visibilitychange", refresh);
`;

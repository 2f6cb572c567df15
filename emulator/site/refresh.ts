/**
 * Runs in the visitor's browser: fetches the page every two seconds and updates it in place. Groups stay open or
 * closed, except that a group opens if the server newly opens it. A page in the background fetches nothing.
 */
export const refreshScript = `
const root = document.documentElement;
async function refresh() {
  if (document.hidden) return;
  const headers = { "If-None-Match": '"' + root.dataset.version + '"' };
  const response = await fetch(location.href, { headers, cache: "no-store" });
  if (response.status === 304) return;
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  if (response.status === 401 || !next.documentElement.dataset.version) return location.reload();
  for (const group of document.querySelectorAll("details")) {
    const fresh = next.getElementById(group.id);
    const opensNow = fresh?.open && group.dataset.open === undefined;
    fresh?.toggleAttribute("open", group.open || opensNow);
  }
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

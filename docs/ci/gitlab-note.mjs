// Keeps one note on a merge request up to date: node gitlab-note.mjs <marker> <file>
// The marker is a comment in HTML that readers don't see. Only notes that this token has written are changed.
import { readFileSync } from "node:fs";

const [marker, file] = process.argv.slice(2);
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, NOTE_TOKEN } = process.env;
const notes = `/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;

async function call(method, path, body) {
  const headers = { "PRIVATE-TOKEN": NOTE_TOKEN, "content-type": "application/json" };
  const response = await fetch(CI_API_V4_URL + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`GitLab rejected ${method} ${path}: ${response.status}`);
  return response.json();
}

async function findOurs(page = 1) {
  const { id } = await call("GET", "/user");
  const some = await call("GET", `${notes}?per_page=100&page=${page}`);
  const found = some.find(({ author, body }) => author.id === id && body.startsWith(marker));
  return found ?? (some.length === 100 ? findOurs(page + 1) : undefined);
}

const body = `${marker}\n${readFileSync(file, "utf8")}`;
const ours = await findOurs();
if (ours === undefined) await call("POST", notes, { body });
else await call("PUT", `${notes}/${ours.id}`, { body });

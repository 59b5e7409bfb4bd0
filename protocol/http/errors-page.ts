/** Builds the errors page in Markdown: every code of a machine's endpoints, what the caller should do, and which operations return it. */
import { REFUSALS, type RefusalCode } from "../refusals.ts"
import type { EndpointTable } from "./endpoint.ts"
import { refusalsOf } from "./families.ts"

/** Refusals before any endpoint is found: a wrong path or method, or too large headers. */
const WITHOUT_ENDPOINT: readonly RefusalCode[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED", "HEADERS_TOO_LARGE"]

export function errorsPage(endpoints: EndpointTable): string {
  const where = placesOf(endpoints)
  const codes = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => where.has(code))
  return [INTRODUCTION, ...codes.map((code) => entryOf(code, where.get(code) ?? []))].join("\n\n")
}

const INTRODUCTION = `# Errors

Branch on the code, never on the text. A refused request has changed nothing. Quote \`X-Request-Id\` when you ask for help.

| family | a refusal looks like |
|---|---|
| most of the API | \`{"success": false, "error": CODE, "message": …, "details"?: [{"path", "message"}], "data"?: {…}}\` |
| partner cancellation | the same, with \`code\` beside \`error\`, and \`reasonDetail\`, \`threshold\`, \`resolvedFrom\` of a rejection |
| cash, version 1 | \`{"error": {"code": code, "message": …}}\`, the code in lower case |
| legacy aggregator | \`{"status", "errors": {"status", "code", "title", "detail"}, "message", "code": CODE, "moreInfo"?}\`; a wrong field is a 422 |

"Repeat" says whether the same request may succeed later. Wait as long as \`Retry-After\` says; without it wait a second, then twice as long each time.`

function entryOf(code: RefusalCode, names: readonly string[]): string {
  const { status, retryable, action } = REFUSALS[code]
  const places =
    names.length > EVERYWHERE_MIN ? "nearly every operation" : names.map((name) => `\`${name}\``).join(", ")
  return [
    `## ${code}`,
    `**${status}** · ${retryable ? "repeat: yes" : "repeat: no"}`,
    action,
    ...(places ? [`Where: ${places}.`] : []),
  ].join("\n\n")
}

const EVERYWHERE_MIN = 12

function placesOf(endpoints: EndpointTable): Map<RefusalCode, string[]> {
  const places = new Map<RefusalCode, string[]>(WITHOUT_ENDPOINT.map((code) => [code, []]))
  for (const value of Object.values(endpoints)) {
    for (const code of refusalsOf(value)) places.set(code, [...(places.get(code) ?? []), value.name])
  }
  return places
}

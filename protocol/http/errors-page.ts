/** The page of errors, as Markdown: every code that a machine's endpoints answer, what it means for the caller, and where it occurs. */
import { REFUSALS, type RefusalCode } from "../refusals.ts"
import type { EndpointTable } from "./endpoint.ts"
import { refusalsOf } from "./families.ts"

/** Answered where there is no endpoint: a wrong path or method, or headers too large to be read. */
const BY_NOBODY: readonly RefusalCode[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED", "HEADERS_TOO_LARGE"]

export function errorsPage(endpoints: EndpointTable): string {
  const where = placesOf(endpoints)
  const codes = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => where.has(code))
  return [INTRODUCTION, ...codes.map((code) => entryOf(code, where.get(code) ?? []))].join("\n\n")
}

const INTRODUCTION = `# Errors

Branch on the code, never on the text. Nothing was changed by a request that was refused. Quote \`X-Request-Id\` when you ask for help.

| family | a refusal looks like |
|---|---|
| most of the API | \`{"success": false, "error": CODE, "message": …, "details"?: [{"path", "message"}], "data"?: {…}}\` |
| partner cancellation | the same, with \`code\` beside \`error\`, and \`reasonDetail\`, \`threshold\`, \`resolvedFrom\` of a rejection |
| cash, version 1 | \`{"error": {"code": code, "message": …}}\`, the code in lower case |
| legacy aggregator | \`{"status", "errors": {"status", "code", "title", "detail"}, "message", "code": CODE, "moreInfo"?}\`; a wrong field is a 422 |

"Repeat" says whether the very same request may succeed later: wait for \`Retry-After\` where it is sent, else a second, then twice as long each time.`

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

/** The operations that may answer each code. */
function placesOf(endpoints: EndpointTable): Map<RefusalCode, string[]> {
  const places = new Map<RefusalCode, string[]>(BY_NOBODY.map((code) => [code, []]))
  for (const value of Object.values(endpoints)) {
    for (const code of refusalsOf(value)) places.set(code, [...(places.get(code) ?? []), value.name])
  }
  return places
}

/** Finds the message that explains a refused or unanswered request to a person. Pure. */
import type { NoAnswer, Refused } from "../protocol/client/index.ts"
import { COMMON, type CommonKey } from "./messages/index.ts"

type RefusedRequest = Pick<Refused, "offline" | "refused" | "message" | "details" | "requestId"> &
  Partial<Pick<Refused, "data">>
/** The box is away, and the request is sent again until it answers. */
interface BoxAway {
  readonly ok: false
  readonly offline: true
  readonly why: "away"
  /** Time of the last answer, formatted. */
  readonly since: string
}

export type RequestError = RefusedRequest | NoAnswer | BoxAway

/** Looks for a message of the wrong field, then of the failure's cause, then of the refusal's code. `keyOf` finds the page's own messages. */
export function explain<Key extends string = CommonKey>(
  answer: RequestError,
  keyOf: (text: string) => Key | null = commonKeyOf as (text: string) => Key | null,
): Key | CommonKey {
  if (answer.offline) return answer.why === "unreachable" ? "explain.unreachable" : "explain.silent"
  const fields = answer.details.map(({ path }) => keyOf(`field.${path.split(".")[0]}`))
  return (
    fields.find((key) => key !== null) ??
    keyOf(`failure.${causeOf(answer)}`) ??
    keyOf(`refusal.${answer.refused}`) ??
    "explain.refused"
  )
}

/** Everyday mistakes: nobody needs technical details. */
const EVERYDAY_CODES = [
  "PIN_WRONG",
  "PIN_LOCKED",
  "STAFF_SIGN_IN_REQUIRED",
  "STAFF_ROLE_TOO_LOW",
  "SIGN_IN_REFUSED",
  "SIGN_IN_LOCKED",
]
const COMPLETE_KEYS = [...EVERYDAY_CODES.map((code) => `refusal.${code}`), "field.", "failure."]

/** Whether the server's own message, in English, adds anything to this one. */
export function needsDetails(key: string): boolean {
  return !COMPLETE_KEYS.some((beginning) => key.startsWith(beginning))
}

function commonKeyOf(text: string): CommonKey | null {
  return Object.hasOwn(COMMON, text) ? (text as CommonKey) : null
}

/** Code of the reason why a sale got no fiscal number; empty for other failures. */
function causeOf({ data }: RefusedRequest): string {
  const { code } = (data?.failure ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : ""
}

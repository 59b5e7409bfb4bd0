/** Which message of the catalogue tells a person why the machine did not do it. Pure. */
import type { NoAnswer, Refused } from "../protocol/client/index.ts"
import { COMMON, type CommonKey } from "./messages/index.ts"

type Told = Pick<Refused, "offline" | "refused" | "message" | "details" | "requestId"> & Partial<Pick<Refused, "data">>
/** The machine is away, and the same request is sent again until it is back. */
interface StillWaiting {
  readonly ok: false
  readonly offline: true
  readonly why: "away"
  /** In words: the time of its last answer. */
  readonly since: string
}

export type RequestError = Told | NoAnswer | StillWaiting

/** The field at fault says most, then the cause of a failure, then the code; what nobody foresaw is told as such. A page may hand in words of its own. */
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

/** What people meet who mistype, every day: there is nothing in it that somebody would be called for. */
const PLAIN = [
  "PIN_WRONG",
  "PIN_LOCKED",
  "STAFF_SIGN_IN_REQUIRED",
  "STAFF_ROLE_TOO_LOW",
  "SIGN_IN_REFUSED",
  "SIGN_IN_LOCKED",
]
const SAY_ALL = [...PLAIN.map((code) => `refusal.${code}`), "field.", "failure."]

/** Whether the machine's own words, which are English, tell more than these: of a field, a cause or a PIN the catalogue says it all. */
export function leavesOpen(key: string): boolean {
  return !SAY_ALL.some((beginning) => key.startsWith(beginning))
}

function commonKeyOf(text: string): CommonKey | null {
  return Object.hasOwn(COMMON, text) ? (text as CommonKey) : null
}

/** Why a sale got no fiscal number: what is to be done differs. */
function causeOf({ data }: Told): string {
  const { code } = (data?.failure ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : ""
}

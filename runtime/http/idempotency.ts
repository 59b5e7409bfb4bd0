/** Wraps handlers so that a repeat with the same `Idempotency-Key` gets the first answer again. */
import { createHash } from "node:crypto"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { takesIdempotencyKey } from "../../protocol/http/families.ts"
import { invalid, REFUSALS, type Refusal, refuse } from "../../protocol/refusals.ts"
import { KEY_LEASE_MS, type KeyVerdict } from "../../protocol/rules/requests/idempotency.ts"
import type { Ids } from "../ids.ts"
import type { Log } from "../log.ts"
import type { HttpAnswer, HttpRequest } from "./read-request.ts"

export const KEY_HEADER = "Idempotency-Key"
export const REPLAYED_HEADER = "Idempotent-Replayed"

/** A claim that took longer may have expired meanwhile, so it is made again. */
const CLAIM_MAX_MS = KEY_LEASE_MS / 2
/** Printable ASCII, as a header can carry it. */
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/

/** A key is unique per API key and endpoint; the caller's tenant is for the store. */
export interface KeyedRequest {
  readonly caller: HttpRequest["caller"]
  readonly endpoint: string
  readonly key: string
  readonly fingerprint: string
  /** Identifies this attempt, so that an expired attempt cannot store its answer. */
  readonly token: string
}

export type Claimed =
  | { readonly verdict: Exclude<KeyVerdict, "answered"> }
  | { readonly verdict: "answered"; readonly answer: Answered }

export type Answered = HttpAnswer | Refusal

/** Stores keys and answers, for all processes of a machine. */
export interface IdempotencyStore {
  /** The verdict `first` reserves the key for this attempt until `save`, `release`, or the end of its lease. */
  claim(request: KeyedRequest): Promise<Claimed>
  save(request: KeyedRequest, answer: Answered): Promise<void>
  release(request: KeyedRequest): Promise<void>
}

export interface Once {
  readonly value: Endpoint
  /** Value of the header. */
  readonly key: string | undefined
  readonly request: HttpRequest
  readonly work: () => Promise<Answered>
}

interface AnsweredOnce {
  readonly answer: Answered
  readonly replayed: boolean
}

export type AnswerOnce = (once: Once) => Promise<AnsweredOnce>

/** For a machine that does not store answers. */
export const answerAlways: AnswerOnce = async ({ work }) => fresh(await work())

interface AnswerOnceDeps {
  readonly store: IdempotencyStore
  readonly ids: Pick<Ids, "uuid">
  readonly log: Log
  /** Milliseconds of a monotonic clock; replaced in tests. */
  readonly elapsed?: () => number
}

export function createAnswerOnce(deps: AnswerOnceDeps): AnswerOnce {
  return async ({ value, key, request, work }) => {
    if (key === undefined || !takesIdempotencyKey(value)) return fresh(await work())
    if (!KEY.test(key)) return fresh(invalid({ path: KEY_HEADER, message: "must be 1 to 255 printable characters" }))
    const keyed: KeyedRequest = {
      caller: request.caller,
      endpoint: value.name,
      key,
      fingerprint: fingerprintOf(request),
      token: deps.ids.uuid(),
    }
    const claimed = await claimNow(deps, keyed)
    if (claimed.verdict === "answered") return { answer: claimed.answer, replayed: true }
    if (claimed.verdict === "running") return fresh(IN_USE)
    if (claimed.verdict === "reused") return fresh(REUSED)
    return fresh(await run(deps, keyed, work))
  }
}

/** Claims again if the claim took too long, since another process may have run the repeat meanwhile. */
async function claimNow({ store, elapsed = () => performance.now() }: AnswerOnceDeps, keyed: KeyedRequest) {
  for (;;) {
    const began = elapsed()
    const claimed = await store.claim(keyed)
    if (claimed.verdict !== "first" || elapsed() - began < CLAIM_MAX_MS) return claimed
    await store.release(keyed)
  }
}

const IN_USE = refuse("IDEMPOTENCY_KEY_IN_USE", "The first request with this key is still running.")
const REUSED = refuse("IDEMPOTENCY_KEY_REUSED", "This key was used before with another request.")

function fresh(answer: Answered): AnsweredOnce {
  return { answer, replayed: false }
}

/** After a crash in here the key has no answer and a repeat runs again; the endpoints' own keys make that safe. */
async function run({ store, log }: AnswerOnceDeps, keyed: KeyedRequest, work: Once["work"]): Promise<Answered> {
  const attempt = async (write: Promise<void>) => {
    // The work is done, so the answer is sent even if it could not be stored.
    await write.catch((error) => log.error({ err: error, endpoint: keyed.endpoint }, "an answer could not be stored"))
  }
  try {
    const answer = await work()
    await attempt(isFinal(answer) ? store.save(keyed, answer) : store.release(keyed))
    return answer
  } catch (error) {
    await attempt(store.release(keyed))
    throw error
  }
}

/** Answers that may change on a repeat are not stored: server errors, an unreachable store, a day that is still open. */
function isFinal(answer: Answered): boolean {
  return !("refused" in answer) || !(REFUSALS[answer.refused].retryable || REFUSALS[answer.refused].status >= 500)
}

function fingerprintOf({ params, query, body }: HttpRequest): string {
  return createHash("sha256")
    .update(canonical([params, query, body]))
    .digest("hex")
}

/** JSON with sorted keys, so that the order of keys makes no difference. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`
}

/** Answers a repeated request as the first was answered, by the caller's `Idempotency-Key`: a wrapper around any handler. */
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

/** A claim whose answer took so long to be heard is asked for again; one that a database was slow with is answered sooner. */
const CLAIM_OLD_MS = KEY_LEASE_MS / 2
/** Printable ASCII, as a header can carry it. */
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/

/** A key is known per API key and endpoint; its tenant comes along for whoever stores it. */
export interface KeyedRequest {
  readonly caller: HttpRequest["caller"]
  readonly endpoint: string
  readonly key: string
  readonly fingerprint: string
  /** Names this attempt: one that took too long can no longer write its answer. */
  readonly token: string
}

export type Claimed =
  | { readonly verdict: Exclude<KeyVerdict, "answered"> }
  | { readonly verdict: "answered"; readonly answer: Answered }

export type Answered = HttpAnswer | Refusal

/** Where keys and answers are kept, for all processes of a machine. */
export interface IdempotencyStore {
  /** `first` makes the key this attempt's own until it is answered, let go, or too old. */
  claim(request: KeyedRequest): Promise<Claimed>
  keep(request: KeyedRequest, answer: Answered): Promise<void>
  letGo(request: KeyedRequest): Promise<void>
}

export interface Once {
  readonly value: Endpoint
  /** The header as it came. */
  readonly key: string | undefined
  readonly asked: HttpRequest
  readonly work: () => Promise<Answered>
}

interface AnsweredOnce {
  readonly answer: Answered
  readonly replayed: boolean
}

export type AnswerOnce = (once: Once) => Promise<AnsweredOnce>

/** Where nothing keeps answers. */
export const answerAlways: AnswerOnce = async ({ work }) => fresh(await work())

interface AnswerOnceDeps {
  readonly store: IdempotencyStore
  readonly ids: Pick<Ids, "uuid">
  readonly log: Log
  /** Milliseconds on a clock that never jumps: the process's own, unless a test stands still. */
  readonly elapsed?: () => number
}

export function createAnswerOnce(deps: AnswerOnceDeps): AnswerOnce {
  return async ({ value, key, asked, work }) => {
    if (key === undefined || !takesIdempotencyKey(value)) return fresh(await work())
    if (!KEY.test(key)) return fresh(invalid({ path: KEY_HEADER, message: "must be 1 to 255 printable characters" }))
    const keyed: KeyedRequest = {
      caller: asked.caller,
      endpoint: value.name,
      key,
      fingerprint: fingerprintOf(asked),
      token: deps.ids.uuid(),
    }
    const claimed = await claimNow(deps, keyed)
    if (claimed.verdict === "answered") return { answer: claimed.answer, replayed: true }
    if (claimed.verdict === "running") return fresh(IN_USE)
    if (claimed.verdict === "reused") return fresh(REUSED)
    return fresh(await run(deps, keyed, work))
  }
}

/** A process that stood still while it claimed a key asks again whether it is its own: the repeat may have run elsewhere meanwhile. */
async function claimNow({ store, elapsed = () => performance.now() }: AnswerOnceDeps, keyed: KeyedRequest) {
  for (;;) {
    const began = elapsed()
    const claimed = await store.claim(keyed)
    if (claimed.verdict !== "first" || elapsed() - began < CLAIM_OLD_MS) return claimed
    await store.letGo(keyed)
  }
}

const IN_USE = refuse("IDEMPOTENCY_KEY_IN_USE", "The first request with this key is still running.")
const REUSED = refuse("IDEMPOTENCY_KEY_REUSED", "This key came before with another request.")

function fresh(answer: Answered): AnsweredOnce {
  return { answer, replayed: false }
}

/** A crash in here leaves the key without an answer: its repeat runs again, which every endpoint bears by its own means. */
async function run({ store, log }: AnswerOnceDeps, keyed: KeyedRequest, work: Once["work"]): Promise<Answered> {
  const attempt = async (write: Promise<void>) => {
    // The work is done, and its answer is true whether or not it could be kept.
    await write.catch((error) => log.error({ err: error, endpoint: keyed.endpoint }, "an answer could not be kept"))
  }
  try {
    const answer = await work()
    await attempt(isFinal(answer) ? store.keep(keyed, answer) : store.letGo(keyed))
    return answer
  } catch (error) {
    await attempt(store.letGo(keyed))
    throw error
  }
}

/** What a repeat could change is not kept: a fault of ours, a store that is away, a day that is still open. */
function isFinal(answer: Answered): boolean {
  return !("refused" in answer) || !(REFUSALS[answer.refused].retryable || REFUSALS[answer.refused].status >= 500)
}

function fingerprintOf({ params, query, body }: HttpRequest): string {
  return createHash("sha256")
    .update(canonical([params, query, body]))
    .digest("hex")
}

/** JSON with its keys in order: two spellings of one body are one request. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`
}

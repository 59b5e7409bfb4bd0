/** Sends every kind of attack to every endpoint that writes, and answers what of it went wrong. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { refusalsOf } from "../../protocol/http/families.ts"
import { REFUSALS, type RefusalCode } from "../../protocol/refusals.ts"
import { createValidator } from "../../runtime/validate.ts"
import { codeOf, hasFaults, statusFor } from "../kit/refusals.ts"
import { type Attack, type Outcome, type Target, textOf, withBody } from "./attack.ts"
import { BODY_KINDS } from "./body-kinds.ts"
import { DATA_KINDS } from "./data-kinds.ts"
import { asBytes, type RawAnswer, sendRaw } from "./send-raw.ts"
import type { RowWatch } from "./watch-rows.ts"
import { WIRE_KINDS } from "./wire-kinds.ts"

/** `npm run soak -- hostile` asks each kind of each endpoint, in each place; without it each endpoint is asked some, all kinds in turn. */
const IS_LONG = process.env.BRASA_HOSTILE === "long"
const EVERY = IS_LONG ? 1 : 8
/** What counts wrong guesses, or tells the manager of one, is written because the answer was no. */
const WRITTEN_OF_GUESSES: Readonly<Record<string, readonly string[]>> = {
  "auth.olderLogin": ["sign_in_tries"],
  "session.signIn": ["sign_in_tries"],
  "session.changePassword": ["sign_in_tries"],
  "enrolment.pairDevice": ["audit", "outbox"],
  "staff.signIn": ["audit", "outbox", "pin_tries"],
}
/** So many callers at once. */
const CALLERS = 8
/** After thousands of attacks, many of a mebibyte. */
const HEAP_KEPT_MAX_BYTES = 64 * 1024 * 1024
/** How long the server waits for a body, half a minute, and then some: other work shares the machine. */
const SLOW = { dribbleEveryMs: 1_000, patienceMs: 90_000 }
/** A path that is not the endpoint's any more is answered by the server. */
const BY_THE_ROUTER: readonly string[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED", "VALIDATION_ERROR"]

export function writersOf(table: Readonly<Record<string, Endpoint>>): Endpoint[] {
  return Object.values(table).filter(({ method }) => method !== "GET")
}

/** What must be turned away; nothing of it may be written. */
export function refusedAttacks(targets: readonly Target[], from = 0): Attack[] {
  const bodies = targets.flatMap((target, turn) =>
    !target.value.body
      ? []
      : inTurn(BODY_KINDS, from + turn).map(({ make, ...kind }) => ({
          ...kind,
          target,
          outcome: "refused" as const,
          make: () => make(target),
        })),
  )
  const wires = targets.flatMap((target, turn) =>
    inTurn(WIRE_KINDS, from + turn).map(({ kind, make }) => ({
      kind,
      target,
      outcome: "not HTTP" as const,
      make: () => make(target),
    })),
  )
  return [...bodies, ...wires]
}

/** What never arrives whole, at every endpoint: all of them are to be asked at once, for each waits as long as the server does. */
export function slowAttacks(targets: readonly Target[]): Attack[] {
  return targets.map((target) => ({
    kind: "a byte a second",
    target,
    outcome: "too slow",
    make: () => withBody(target, textOf(target).slice(0, -1), [["content-length", "100000"]]),
  }))
}

/** What may be taken; where no body is asked for, any body may be left unread. */
export function dataAttacks(targets: readonly Target[], from = 0): Attack[] {
  const unasked = targets.flatMap((target, turn) =>
    target.value.body
      ? []
      : inTurn(BODY_KINDS, from + turn).map(({ make, ...kind }) => ({
          ...kind,
          target,
          outcome: "data" as const,
          make: () => make(target),
        })),
  )
  const placed = targets.flatMap((target, turn) =>
    inTurn(DATA_KINDS, from + turn).flatMap(({ kind, make }, index) => {
      const places = make(target)
      const some = IS_LONG ? places : places.slice(index % Math.max(places.length, 1)).slice(0, 1)
      return some.map((place) => ({ kind, target, outcome: "data" as const, make: place }))
    }),
  )
  return [...unasked, ...placed]
}

/** Whose own body its schema refuses: attacks that begin from it would all end there. */
export function refusedAtTheDoor(targets: readonly Target[]): string[] {
  const validator = createValidator()
  return targets.flatMap(({ value, body }) => {
    const faults = value.body ? validator.check(value.body, body) : []
    return faults.map(({ path, message }) => `${value.name}: ${path} ${message}`)
  })
}

function inTurn<T>(kinds: readonly T[], turn: number): T[] {
  return kinds.filter((_kind, index) => (index + turn) % EVERY === 0)
}

/** What went wrong, one line each; at last, that memory was kept, if it was. */
export async function attackAll(url: string, attacks: readonly Attack[], callers = CALLERS): Promise<string[]> {
  const wrong: string[] = []
  const left = [...attacks].reverse()
  const before = heapKept()
  const work = async () => {
    for (let attack = left.pop(); attack; attack = left.pop()) {
      const fault = await faultOf(url, attack)
      if (fault) wrong.push(`${attack.target.value.name}, ${attack.kind}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  return [...wrong, ...heapGrowthSince(before)]
}

function heapGrowthSince(before: number): string[] {
  const kept = heapKept() - before
  return kept > HEAP_KEPT_MAX_BYTES ? [`${kept} bytes are kept`] : []
}

/**
 * The same one after the other, each with a look at the rows: whatever was answered with a refusal, or was not waited for, has
 * written nothing, whether or not it might have been taken.
 */
export async function attackAndWatch(url: string, attacks: readonly Attack[], watch: RowWatch): Promise<string[]> {
  const wrong: string[] = []
  const before = heapKept()
  for (const attack of attacks) {
    const { fault, status } = await outcomeOf(url, attack)
    const name = `${attack.target.value.name}, ${attack.kind}`
    if (fault) wrong.push(`${name}: ${fault}`)
    const isTaken = status !== null && status < 400
    if (isTaken) await watch.settle()
    const expected = WRITTEN_OF_GUESSES[attack.target.value.name] ?? []
    const tables = (await watch.changed()).filter((table) => !expected.includes(table))
    if (!isTaken && tables.length > 0) wrong.push(`${name}: was answered ${status} and wrote ${tables.join(", ")}`)
  }
  return [...wrong, ...heapGrowthSince(before)]
}

/** What is left of the heap once it was swept; the long form alone has the time. */
function heapKept(): number {
  if (!IS_LONG) return 0
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  return process.memoryUsage().heapUsed
}

export async function faultOf(url: string, attack: Attack): Promise<string | null> {
  return (await outcomeOf(url, attack)).fault
}

interface AttackOutcome {
  readonly fault: string | null
  /** Null where nobody waited for an answer, or none came. */
  readonly status: number | null
}

async function outcomeOf(url: string, { make, outcome, hangUp, target }: Attack): Promise<AttackOutcome> {
  let answer: RawAnswer | null
  try {
    answer = await sendRaw(url, asBytes(make()), { hangUp: hangUp ?? false, ...(outcome === "too slow" && SLOW) })
  } catch (error) {
    return { fault: String(error), status: null }
  }
  if (hangUp) return { fault: null, status: null }
  if (!answer) return { fault: "no answer", status: null }
  const { status } = answer
  if (outcome !== "not HTTP") return { fault: judge(target.value, answer, outcome), status }
  return { fault: judgeNotHttp(answer), status }
}

function judgeNotHttp({ status, text, head }: RawAnswer): string | null {
  if (![400, 431].includes(status)) return `was answered ${status}`
  if (!/^x-request-id: /im.test(head)) return `has no id: ${status}`
  const body = readJson(text)
  return isCode(body && codeOf({ status, body, headers: new Headers() })) ? null : `is no refusal of ours: ${text}`
}

function judge(value: Endpoint, { status, text, head }: RawAnswer, outcome: Outcome): string | null {
  const mustRefuse = outcome !== "data"
  const said = `${status} ${text.slice(0, 300)}`
  if (!/^x-request-id: /im.test(head)) return `has no id: ${said}`
  if (status < 400) return mustRefuse || !(status in value.replies) ? `was taken: ${said}` : null
  const body = readJson(text)
  const code = body && codeOf({ status, body, headers: new Headers() })
  if (!isCode(code)) return `is no refusal of ours: ${said}`
  if (outcome === "too slow" && code !== "REQUEST_TIMEOUT") return `was not waited for: ${said}`
  if (mustRefuse && code === value.unreadable) return null
  if (code === "INTERNAL_SERVER_ERROR") return `broke: ${said}`
  // That somebody else cannot be reached, it says of itself: a payment link without a hub.
  if (code === "SERVICE_UNAVAILABLE" && (mustRefuse || !value.refusals.includes(code))) return `broke: ${said}`
  const listed: readonly string[] =
    outcome === "refused" ? forABadBody(value) : [...refusalsOf(value), ...BY_THE_ROUTER]
  if (!listed.includes(code)) return `is not documented: ${said}`
  const answer = { status, body, headers: new Headers() }
  const due = [statusFor(value, code, hasFaults(answer)), REFUSALS[code].status]
  return due.includes(status) ? null : `has not the status of its code: ${said}`
}

function forABadBody({ unreadable }: Endpoint): RefusalCode[] {
  return unreadable ? ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", unreadable] : ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"]
}

function isCode(code: unknown): code is RefusalCode {
  return typeof code === "string" && code in REFUSALS
}

// biome-ignore lint/suspicious/noExplicitAny: refusals have a shape for each family.
function readJson(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

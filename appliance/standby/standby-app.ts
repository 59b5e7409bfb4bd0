/** The HTTP app of a standby: its page, the state of its copy, and the request to take over. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { afterAttempt, lockedUntil, type PinAttempts } from "../../protocol/rules/users/pin-attempts.ts"
import type { Clock } from "../../runtime/clock.ts"
import { isAllowedHost, isFromOwnPage } from "../../runtime/http/own-page.ts"
import { guardPages } from "../../runtime/http/page-headers.ts"
import { type AnswerLabels, labelAnswer } from "../../runtime/http/spend-limit.ts"
import { hashSecret, matchesHash } from "../../runtime/secrets.ts"
import { authenticate } from "../devices/index.ts"
import { createHashPin, findByPin, hasStaff, listStaffMembers } from "../staff/index.ts"
import type { BoxTx } from "../storage/index.ts"
import type { CopyFiles } from "./copy-files.ts"
import type { FollowState } from "./follow-primary.ts"
import type { PromotionResult } from "./promote.ts"
import { readCopy } from "./read-copy.ts"
import { STANDBY_PAGE, STANDBY_SCRIPT_PATH, standbyScript } from "./standby-page.ts"

const BODY_BYTES_MAX = 10_000

export interface StandbyApp {
  readonly files: CopyFiles
  readonly secretKey: Buffer
  readonly storeName: string
  readonly first: string
  /** Only the machine's owner can read it. */
  readonly consoleToken: string
  /** The names by which people reach it, beside its addresses. */
  readonly hostNames: readonly string[]
  readonly clock: Clock
  readonly labels: AnswerLabels
  readonly state: () => FollowState
  readonly promote: (asked: { by: string | null; isOff: boolean }) => Promise<PromotionResult>
}

type Reply = readonly [status: number, body: object]

export function createStandbyApp(parts: StandbyApp): RequestListener {
  const answer = createAnswers(parts)
  return guardPages((request, response) => {
    labelAnswer(parts.labels, { request, response })
    const path = (request.url ?? "/").split("?")[0]
    if (request.method === "GET" && path === "/healthz") return send(response, [200, { status: "ok", standby: true }])
    if (request.method === "GET" && path === "/api/standby") return send(response, [200, answer.state()])
    if (request.method === "POST" && path === "/api/standby/promote") {
      if (isForged(request)) return send(response, [403, { error: "FORBIDDEN" }])
      if (!isAllowedHost(request, parts.hostNames)) return send(response, [403, { error: "OTHER_NAME" }])
      const { "x-console": token, "x-api-key": screenKey } = request.headers
      return void readBody(request)
        .then((body) => answer.promote({ ...body, token, screenKey }))
        .catch((): Reply => [400, { error: "VALIDATION_ERROR" }])
        .then((reply) => send(response, reply))
    }
    if (request.method !== "GET" || path?.startsWith("/api/")) return send(response, [503, STANDING_BY])
    if (path === STANDBY_SCRIPT_PATH) return give(response, "text/javascript", standbyScript())
    give(response, "text/html", STANDBY_PAGE)
  })
}

function give(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(text)
}

/** A page of another site can send neither the token nor this content type without a preflight, which is refused. */
function isForged(request: IncomingMessage): boolean {
  const { headers } = request
  if (!isFromOwnPage(request)) return true
  return headers["x-console"] === undefined && !headers["content-type"]?.startsWith("application/json")
}

/** The answer to a client that takes this box for the store's. */
const STANDING_BY = { success: false, error: "SERVICE_UNAVAILABLE", message: "This box stands by and sells nothing." }

function createAnswers({ files, secretKey, storeName, first, consoleToken, clock, state, promote }: StandbyApp) {
  const hashPin = createHashPin(secretKey)
  let attempts: PinAttempts | null = null
  let isBusy = false
  const look = <T>(see: Parameters<typeof readCopy<T>>[2]) => readCopy(files.path, clock.iso(), see)
  /** The caller, or the refusal. */
  const whoAsks = async ({ pin = "", token, screenKey }: Asked): Promise<{ by: string } | Reply> => {
    if (typeof token === "string" && matchesHash(token, hashSecret(consoleToken))) return { by: "console" }
    if (!files.exists()) return [409, { error: "NO_COPY" }]
    const screenIn = (tx: BoxTx) => (typeof screenKey === "string" ? authenticate(tx, screenKey)?.device : undefined)
    const store = look((tx) => ({ hasStaff: hasStaff(tx), screen: screenIn(tx) }))
    if (!store.hasStaff) {
      const { screen } = store
      return screen?.kind === "manager" ? { by: screen.name } : [403, { error: "MANAGER_NEEDED" }]
    }
    const until = lockedUntil(attempts, clock.iso())
    if (until !== null) return [429, { error: "PIN_LOCKED", until }]
    attempts = afterAttempt(attempts, clock.iso())
    const manager = await managerWith(pin)
    if (!manager) return [401, { error: "PIN_WRONG" }]
    attempts = null
    return { by: manager.name }
  }
  /** The page needs no key, so it shows no names: the PIN may be any manager's. */
  const managerWith = async (pin: string) => {
    for (const { id } of look(listStaffMembers).filter(({ role, active }) => active && role === "manager")) {
      const pinHash = await hashPin(pin, id)
      const found = look((tx) => findByPin(tx, id, pinHash))
      if (found) return found
    }
    return null
  }
  return {
    state: () => ({ ...state(), now: clock.iso(), storeName, first }),
    async promote(asked: Asked): Promise<Reply> {
      if (isBusy) return [409, { error: "CONFLICT" }]
      isBusy = true
      try {
        const who = await whoAsks(asked)
        if (!("by" in who)) return who
        const done = await promote({ by: who.by, isOff: asked.isOff === true })
        return done === "promoted" ? [200, { promoted: true }] : [409, { error: done }]
      } finally {
        isBusy = false
      }
    },
  }
}

interface AskedInBody {
  readonly pin?: string
  /** The person confirms that the first box is off. */
  readonly isOff?: boolean
}

interface Asked extends AskedInBody {
  /** The console's token, as sent. */
  readonly token: unknown
  /** A paired screen's key, as sent. */
  readonly screenKey: unknown
}

async function readBody(request: IncomingMessage): Promise<AskedInBody> {
  let text = ""
  for await (const bytes of request) {
    text += bytes
    if (text.length > BODY_BYTES_MAX) throw new Error("too long")
  }
  const { pin, isOff } = JSON.parse(text || "{}")
  return { ...(typeof pin === "string" && { pin }), ...(typeof isOff === "boolean" && { isOff }) }
}

function send(response: ServerResponse, [status, body]: Reply): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
  response.end(JSON.stringify(body))
}

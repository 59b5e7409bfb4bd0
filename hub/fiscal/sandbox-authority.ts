/**
 * The sandbox authority, part of the hub. It accepts documents and sends its ruling after a delay, through the fiscal callback that a real
 * provider uses (docs/contract/fiscal.md#sandbox-authority).
 */
import { createHmac } from "node:crypto"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { FiscalAuthority, SubmittedDocument } from "./authority.ts"
import { callbackOf, instructionOf, type SandboxInstruction, voidCallbackOf } from "./sandbox-rulings.ts"

const CALLBACK_PATH = "/api/v1/webhooks/fiscal/callback"
const CALL_TIMEOUT_MS = 10_000
/** Waits between the attempts of a callback while the hub is busy or down. A real provider retries too. */
const RETRY_WAITS_MS = [1_000, 5_000, 30_000, 120_000]
/** The instruction `late` makes the ruling wait this many times the usual delay. */
const LATE_DELAYS = 10
/** Document keys that are remembered for status queries. Past this number, all are forgotten. */
const KNOWN_MAX = 10_000

interface SandboxDeps {
  /** The hub's own address. It is known once the hub listens. */
  readonly url: () => string
  /** The API key with which the vendor's callbacks are sent. */
  readonly keyOf: (vendor: SubmittedDocument["tenant"]) => Promise<string>
  readonly delayMs: number
  readonly clock: Clock
  readonly log: Log
}

export interface SandboxAuthority extends FiscalAuthority {
  readonly name: string
  start(): void
  /** Drops the rulings that are not sent yet. The hub submits those documents again, or they stay without a ruling. */
  stop(): Promise<void>
}

export function createSandboxAuthority(deps: SandboxDeps): SandboxAuthority {
  const known = new Set<string>()
  const timer = createTimer(deps.log)
  return {
    name: "sandbox authority",
    start: timer.start,
    stop: timer.stop,
    async submit(document) {
      const { fiscalRequestId } = document.record
      const instruction = instructionOf(document)
      if (instruction === "refuse") return { is: "refused", code: "SANDBOX_REFUSED", message: "As it was told to." }
      const isNew = !known.has(fiscalRequestId)
      if (known.size >= KNOWN_MAX) known.clear()
      known.add(fiscalRequestId)
      if (isNew) sendRuling(deps, timer, { document, instruction })
      if (instruction === "timeout") throw new Error("the sandbox authority did not answer, as it was told to")
      return { is: "taken" }
    },
    async void(invoice) {
      const key = `void/${invoice.record.fiscalRequestId}`
      if (known.has(key) || instructionOf(invoice) === "silence") return
      known.add(key)
      timer.runAfter(deps.delayMs, () => sendCallback(deps, timer, invoice, voidCallbackOf(invoice, deps.clock.iso())))
    },
    ask: async (key) => (known.has(key) ? { is: "taken" } : null),
  }
}

interface Timer {
  start(): void
  /** Cancels what has not begun, and waits for the calls that have. */
  stop(): Promise<void>
  runAfter(ms: number, work: () => Promise<void>): void
}

function createTimer(log: Log): Timer {
  const timers = new Set<NodeJS.Timeout>()
  const calls = new Set<Promise<void>>()
  let isStopped = false
  return {
    start: () => {
      isStopped = false
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(calls)
    },
    runAfter(ms, work) {
      if (isStopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        const call = work().catch((error) => log.warn({ err: error }, "the sandbox authority could not call back"))
        calls.add(call)
        void call.finally(() => calls.delete(call))
      }, ms)
      timers.add(timer)
    },
  }
}

function sendRuling(
  deps: SandboxDeps,
  timer: Timer,
  { document, instruction }: { document: SubmittedDocument; instruction: SandboxInstruction },
): void {
  if (instruction === "silence") return
  const factor = instruction === "late" ? LATE_DELAYS : 1
  timer.runAfter(deps.delayMs * factor, async () => {
    const body = callbackOf(document, instruction, deps.clock.iso())
    await sendCallback(deps, timer, document, body)
    if (instruction !== "double") return
    await sendCallback(deps, timer, document, { ...body, providerEventId: `${body.providerEventId}-again` })
  })
}

async function sendCallback(
  deps: SandboxDeps,
  timer: Timer,
  document: SubmittedDocument,
  body: FiscalCallback,
  attempt = 0,
): Promise<void> {
  const status = await post(deps, document, body).catch(() => null)
  const waitMs = RETRY_WAITS_MS[attempt]
  const mayRetry = status === null || status >= 500
  if (mayRetry && waitMs !== undefined)
    timer.runAfter(waitMs, () => sendCallback(deps, timer, document, body, attempt + 1))
  else if (status !== 202)
    deps.log.warn({ status, orderId: body.orderId }, "the hub did not accept a ruling of the sandbox authority")
}

/** Returns the HTTP status of the hub's answer. */
async function post({ url, keyOf }: SandboxDeps, document: SubmittedDocument, body: FiscalCallback): Promise<number> {
  const response = await fetch(url() + CALLBACK_PATH, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": await keyOf(document.tenant) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  await response.arrayBuffer()
  return response.status
}

/** Derives a vendor's key from the hub's secret, so that every process of the hub has the same key after each start. */
export function sandboxKey(secretKey: Buffer, vendorId: string): string {
  return `brasa_sandbox_${createHmac("sha256", secretKey).update(`sandbox-authority/${vendorId}`).digest("base64url")}`
}

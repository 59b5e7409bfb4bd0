/** The embedded authority: takes documents, and rules after a delay through the fiscal callback that a real provider uses (docs/contract/fiscal.md#sandbox-authority). */
import { createHmac } from "node:crypto"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { FiscalAuthority, SubmittedDocument } from "./authority.ts"
import { callbackOf, instructionOf, type SandboxInstruction, voidCallbackOf } from "./sandbox-rulings.ts"

const CALLBACK_PATH = "/api/v1/webhooks/fiscal/callback"
const CALL_TIMEOUT_MS = 10_000
/** A callback that finds the hub busy or down is said again, as a provider would. */
const RETRY_WAITS_MS = [1_000, 5_000, 30_000, 120_000]
/** A late answer comes this many delays after its time. */
const LATE_DELAYS = 10
/** Documents that are remembered for whoever asks. */
const KNOWN_MAX = 10_000

export interface SandboxDeps {
  /** The hub's own address, known once it listens. */
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
  /** Forgets what it has not ruled on: what it took is asked for again, or stays as it is. */
  stop(): Promise<void>
}

export function createSandboxAuthority(deps: SandboxDeps): SandboxAuthority {
  const known = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const calls = new Set<Promise<void>>()
  let stopped = false
  const later = (ms: number, work: () => Promise<void>) => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const call = work().catch((error) => deps.log.warn({ err: error }, "the sandbox authority could not call back"))
      calls.add(call)
      void call.finally(() => calls.delete(call))
    }, ms)
    timers.add(timer)
  }
  const say = async (document: SubmittedDocument, body: FiscalCallback, attempt = 0): Promise<void> => {
    const answered = await post(deps, document, body).catch(() => null)
    const wait = RETRY_WAITS_MS[attempt]
    if ((answered === null || answered >= 500) && wait !== undefined)
      later(wait, () => say(document, body, attempt + 1))
    else if (answered !== 202)
      deps.log.warn({ answered, orderId: body.orderId }, "a ruling of the sandbox was not taken")
  }
  const rule = (document: SubmittedDocument, instruction: SandboxInstruction) => {
    const factor = instruction === "late" ? LATE_DELAYS : 1
    if (instruction === "silence") return
    later(deps.delayMs * factor, async () => {
      const body = callbackOf(document, instruction, deps.clock.iso())
      await say(document, body)
      if (instruction === "double") await say(document, { ...body, providerEventId: `${body.providerEventId}-again` })
    })
  }
  return {
    name: "sandbox authority",
    start: () => {
      stopped = false
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(calls)
    },
    async submit(document) {
      const { fiscalRequestId } = document.record
      const instruction = instructionOf(document)
      if (instruction === "refuse") return { is: "refused", code: "SANDBOX_REFUSED", message: "As it was told to." }
      const isNew = !known.has(fiscalRequestId)
      if (known.size >= KNOWN_MAX) known.clear()
      known.add(fiscalRequestId)
      if (isNew) rule(document, instruction)
      if (instruction === "timeout") throw new Error("the sandbox authority did not answer, as it was told to")
      return { is: "taken" }
    },
    async void(invoice) {
      const key = `void/${invoice.record.fiscalRequestId}`
      if (known.has(key) || instructionOf(invoice) === "silence") return
      known.add(key)
      later(deps.delayMs, () => say(invoice, voidCallbackOf(invoice, deps.clock.iso())))
    },
    ask: async (key) => (known.has(key) ? { is: "taken" } : null),
  }
}

/** The status that the hub answered with. */
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

/** The same key for a vendor in every process of the hub and after each start, and nobody's who does not hold the hub's own. */
export function sandboxKey(secretKey: Buffer, vendorId: string): string {
  return `brasa_sandbox_${createHmac("sha256", secretKey).update(`sandbox-authority/${vendorId}`).digest("base64url")}`
}

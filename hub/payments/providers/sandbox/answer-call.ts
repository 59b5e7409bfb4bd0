/** Answers a call of the sandbox's adapter, whether it came over HTTP or from the hub that serves the sandbox. */
import type { SandboxAnswer, SandboxPayments } from "./sandbox-payments.ts"

/** A silent provider breaks the connection after this. */
const SILENCE_MS = 1_000
/** The answer of an `early` payment is delayed this long, so that its webhook arrives first. */
const EARLY_ANSWER_MS = 300

/** The sandbox's rules; the hub's answer after a transaction. */
export type SandboxCalls = {
  readonly [Name in "make" | "cancel" | "refund"]: (
    ...asked: Parameters<SandboxPayments[Name]>
  ) => SandboxAnswer | Promise<SandboxAnswer>
}

type Body = Readonly<Record<string, unknown>>

/** Returns null where the sandbox was told to be silent: the caller's connection breaks. */
export async function answerCall(
  payments: SandboxCalls,
  { path, body }: { path: string; body: Body },
): Promise<Exclude<SandboxAnswer, "silence"> | null> {
  const said = await ask(payments, path, body)
  if (said === "silence") await pause(SILENCE_MS)
  else if (path === "/payments" && isEarly(body)) await pause(EARLY_ANSWER_MS)
  return said === "silence" ? null : said
}

function ask(payments: SandboxCalls, path: string, body: Body): SandboxAnswer | Promise<SandboxAnswer> {
  const [, cancelled] = /^\/payments\/([^/]+)\/cancel$/.exec(path) ?? []
  if (cancelled !== undefined) return payments.cancel(cancelled)
  if (path === "/refunds") return payments.refund(body)
  return path === "/payments" ? payments.make(body) : { status: 404, body: {} }
}

function isEarly({ amount, customer }: Body): boolean {
  return Math.round(Number(amount) * 100) % 100 === 3 || (customer as { name?: string } | null)?.name === "early"
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Receives a provider's webhook: verifies its bytes, stores it once, and applies it when its attempt is known (docs/contract/payments.md#payment-providers). */

import type { Handler } from "../../protocol/http/endpoint.ts"
import type { receiveProviderReport as endpoint } from "../../protocol/http/payment-links.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { AttemptTrigger } from "../../protocol/rules/payments/charge-states.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import type { Tenant } from "../storage/index.ts"
import { changeAttempt } from "./change-attempt.ts"
import { findAttempt } from "./charges-store.ts"
import type { AttemptJob, PaymentDeps } from "./deps.ts"
import { findNoticed, type ReportSource, saveProviderReport, takeProviderReports } from "./provider-reports-store.ts"
import type { ProviderReport, ProviderRequest } from "./providers/index.ts"

const TRIGGERS: Readonly<Record<ProviderReport["said"], AttemptTrigger>> = {
  approved: "provider approved",
  declined: "provider declined",
  expired: "link expired",
  refunded: "refund confirmed",
}

const EXPIRED = "The payment link has expired."

/**
 * The report is stored before its attempt is looked up, so that an early webhook waits and a repeated one changes nothing. The rate limit
 * counts signed reports per provider, and unsigned ones per address.
 */
export const receiveProviderReportHandler =
  ({ reportLimiter, ...parts }: PaymentDeps & { readonly reportLimiter: RateLimiter }): Handler<typeof endpoint> =>
  async ({ params: { providerCode }, query: { account }, raw, caller }) => {
    // Without an account, the secrets of all accounts are tried. That is expensive, so an address whose reports all failed may not do it.
    const guesses = `${caller.keyId} without an account`
    if (account === undefined && reportLimiter.peek(guesses)?.remaining === 0) return tooMany(1)
    const from = raw && (await verify(parts, providerCode, { account, sent: raw }))
    if (!from) {
      if (account === undefined) reportLimiter.spend(guesses)
      return refuse("UNAUTHORIZED", "No provider of this name has signed this body.")
    }
    const spent = reportLimiter.spend(`provider:${from.accountId}/${providerCode}`)
    if (spent?.allowed === false) return tooMany(spent.resetSeconds)
    await parts.store.system.write((scope) => saveProviderReport(scope, from, from.heard))
    const noticed = await parts.store.system.read((scope) => findNoticed(scope, from, from.heard))
    if (noticed) await applyProviderReports(parts, { ...noticed, provider: from.provider })
    return { status: 200, data: { received: true } }
  }

function tooMany(retryAfterSeconds: number): Refusal<"RATE_LIMITED"> {
  return refuse("RATE_LIMITED", "Too many reports.", { data: { retryAfterSeconds } })
}

async function verify(
  { providersByCode }: PaymentDeps,
  code: string,
  { account, sent }: { account: string | undefined; sent: ProviderRequest },
): Promise<(ReportSource & { readonly heard: ProviderReport }) | null> {
  for (const { accountId, provider } of await providersByCode(code, account ?? null)) {
    const heard = provider.links?.readWebhook(sent) ?? null
    if (heard) return { accountId, provider: code, heard }
  }
  return null
}

/** Applies the stored reports of an attempt that are not applied yet. */
export async function applyProviderReports(
  deps: PaymentDeps,
  { tenant, provider, ...names }: AttemptJob & { readonly tenant: Tenant; readonly provider: string },
): Promise<void> {
  await deps.store.write(tenant, async (tx) => {
    const attempt = await findAttempt(tx, names.attemptId)
    const from = { accountId: tenant.accountId, provider }
    for (const heard of await takeProviderReports(tx, from, { ...names, reference: attempt?.reference ?? null })) {
      await changeAttempt(tx, deps, { ...names, on: TRIGGERS[heard.said], learned: learnedOf(heard) })
    }
  })
}

function learnedOf({ said, message, at, reference }: ProviderReport) {
  if (said === "approved") return { reference, paidAt: at }
  if (said === "refunded") return { reference }
  return { reference, error: message ?? (said === "expired" ? EXPIRED : "The payment was declined.") }
}

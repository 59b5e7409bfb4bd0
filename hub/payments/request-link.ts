/** Asks the provider for an attempt's link, outside any transaction and always with the attempt's own key. */

import type { Tenant } from "../storage/index.ts"
import { changeAttempt } from "./change-attempt.ts"
import type { StoredAttempt, StoredIntent } from "./charge.ts"
import { findIntent } from "./charges-store.ts"
import type { AttemptJob, PaymentDeps } from "./deps.ts"
import { requestLinkFromProvider } from "./providers/index.ts"
import { applyProviderReports } from "./receive-provider-report.ts"

/** `asked`: the provider has answered, to us or to another process. */
type LinkOutcome = { readonly is: "asked" } | { readonly is: "unknown"; readonly message: string }

export async function requestLink(deps: PaymentDeps, tenant: Tenant, names: AttemptJob): Promise<LinkOutcome> {
  const intent = await deps.store.read(tenant, (scope) => findIntent(scope, names.intentId))
  const attempt = intent?.attempts.find(({ attemptId }) => attemptId === names.attemptId)
  if (!intent || !attempt?.provider) return { is: "asked" }
  if (attempt.status === "created") {
    const answer = await requestLinkFromProvider(
      await deps.findProvider(tenant.accountId, attempt.provider),
      question(intent, attempt),
    )
    if (answer.outcome === "unknown") return { is: "unknown", message: answer.message }
    await deps.store.write(tenant, async (tx) => {
      const { outcome } = answer
      if (outcome === "rejected") {
        const learned = { error: answer.message }
        return void (await changeAttempt(tx, deps, { ...names, on: "creation failed or rejected", learned }))
      }
      const learned = { link: answer.link, reference: answer.reference }
      await changeAttempt(tx, deps, { ...names, on: "provider returned a link", learned })
    })
  }
  await applyProviderReports(deps, { tenant, provider: attempt.provider, ...names })
  return { is: "asked" }
}

function question(intent: StoredIntent, attempt: StoredAttempt) {
  return {
    attemptId: attempt.attemptId,
    externalOrderId: intent.externalOrderId,
    methodCode: attempt.methodCode,
    amount: attempt.amount,
    currencyCode: intent.currency,
    country: attempt.country ?? "",
    branchOffice: intent.storeId,
    pointOfSale: intent.terminalId,
    customer: intent.customer,
  }
}

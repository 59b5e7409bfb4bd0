/** Asks a provider; whatever goes wrong on the way is an answer too. */
import type {
  CancelAnswer,
  LinkAnswer,
  LinkAsked,
  LinkName,
  PaymentProvider,
  RefundAnswer,
  RefundAsked,
} from "./provider.ts"

export async function askRefund(provider: PaymentProvider | null, asked: RefundAsked): Promise<RefundAnswer> {
  if (!provider) return { outcome: "refused", message: "This hub does not have the payment provider." }
  return provider.refund(asked).catch(unknown)
}

export async function askLink(provider: PaymentProvider | null, asked: LinkAsked): Promise<LinkAnswer> {
  if (!provider?.links) return { outcome: "rejected", message: "The method has no provider that makes payment links." }
  return provider.links.createLink(asked).catch(unknown)
}

export async function askCancel(provider: PaymentProvider | null, link: LinkName): Promise<CancelAnswer> {
  if (!provider?.links) return { outcome: "refused", message: "The method has no provider that makes payment links." }
  return provider.links.cancelLink(link).catch(unknown)
}

function unknown(error: unknown) {
  return { outcome: "unknown" as const, message: error instanceof Error ? error.message : String(error) }
}

/** Asks a provider; whatever goes wrong on the way is an answer too. An address that is never called has taken nothing, so that is a refusal. */
import { PrivateAddress } from "../../../runtime/public-address.ts"
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
  return provider.refund(asked).catch(failed("refused"))
}

export async function askLink(provider: PaymentProvider | null, asked: LinkAsked): Promise<LinkAnswer> {
  if (!provider?.links) return { outcome: "rejected", message: "The method has no provider that makes payment links." }
  return provider.links.createLink(asked).catch(failed("rejected"))
}

export async function askCancel(provider: PaymentProvider | null, link: LinkName): Promise<CancelAnswer> {
  if (!provider?.links) return { outcome: "refused", message: "The method has no provider that makes payment links." }
  return provider.links.cancelLink(link).catch(failed("refused"))
}

const failed =
  <Refused extends "refused" | "rejected">(refused: Refused) =>
  (error: unknown) => ({
    outcome: error instanceof PrivateAddress ? refused : ("unknown" as const),
    message: error instanceof Error ? error.message : String(error),
  })

/** Calls a provider and turns every error into an answer. A refused address was never called, so it is a refusal and not `unknown`. */
import { PrivateAddress } from "../../../runtime/public-address.ts"
import type {
  CancelAnswer,
  LinkAnswer,
  LinkKey,
  LinkRequest,
  PaymentProvider,
  RefundAnswer,
  RefundRequest,
} from "./provider.ts"

export async function requestRefund(provider: PaymentProvider | null, request: RefundRequest): Promise<RefundAnswer> {
  if (!provider) return { outcome: "refused", message: "This hub does not have the payment provider." }
  return provider.refund(request).catch(failed("refused"))
}

export async function requestLinkFromProvider(
  provider: PaymentProvider | null,
  request: LinkRequest,
): Promise<LinkAnswer> {
  if (!provider?.links) return { outcome: "rejected", message: "The method has no provider that makes payment links." }
  return provider.links.createLink(request).catch(failed("rejected"))
}

export async function requestCancel(provider: PaymentProvider | null, link: LinkKey): Promise<CancelAnswer> {
  if (!provider?.links) return { outcome: "refused", message: "The method has no provider that makes payment links." }
  return provider.links.cancelLink(link).catch(failed("refused"))
}

const failed =
  <Refused extends "refused" | "rejected">(refused: Refused) =>
  (error: unknown) => ({
    outcome: error instanceof PrivateAddress ? refused : ("unknown" as const),
    message: error instanceof Error ? error.message : String(error),
  })

/** Asks a provider for a refund; whatever goes wrong on the way is an answer too. */
import type { PaymentProvider, Providers, RefundAnswer, RefundAsked } from "./provider.ts"

export async function askRefund(providers: Providers, code: string, asked: RefundAsked): Promise<RefundAnswer> {
  const provider: PaymentProvider | undefined = Object.hasOwn(providers, code) ? providers[code] : undefined
  if (!provider) return { outcome: "refused", message: `This hub has no payment provider ${code}.` }
  try {
    return await provider.refund(asked)
  } catch (error) {
    return { outcome: "unknown", message: error instanceof Error ? error.message : String(error) }
  }
}

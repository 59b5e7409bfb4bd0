/** Payment providers: who took the money, and gives it back. */
export { askRefund } from "./ask-refund.ts"
export type { PaymentProvider, Providers, RefundAnswer, RefundAsked } from "./provider.ts"

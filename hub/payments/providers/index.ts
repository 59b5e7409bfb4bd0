/** Payment providers: they take money by link, and refund it. */
export { requestCancel, requestLinkFromProvider, requestRefund } from "./ask-provider.ts"
export { createFindProvider, type FindProvider, type ProvidersByCode } from "./find-provider.ts"
export type {
  LinkAnswer,
  LinkKey,
  PaymentLinks,
  PaymentProvider,
  ProviderReport,
  ProviderRequest,
  Providers,
  RefundAnswer,
  RefundRequest,
} from "./provider.ts"
export { PROVIDER_KIND_NAMES, PROVIDER_KINDS } from "./provider-kinds.ts"
export { providerCodes, providerSecretPlace } from "./providers-store.ts"
export { answerGuest, type GuestPayments } from "./sandbox/answer-guest.ts"
export { createOwnSandbox, type OwnSandbox, SANDBOX_PAGES } from "./sandbox/own-sandbox.ts"
export { type Sandbox, startSandbox } from "./sandbox/start-sandbox.ts"

/** The tables of charges by link. */
import type { Tenanted } from "./tenant-columns.ts"

interface ChargeIntentTable extends Tenanted {
  intent_id: string
  external_id: string
  store_id: string
  terminal_id: string | null
  channel: string
  currency: string
  country: string | null
  /** JSON of the shape `ChargeCustomer`. */
  customer: string | null
  /** Scaled. */
  amount_total: number
  status: string
  /** What its money did to its order: `no`, `waiting`, `settled`, `unfit` or `returned`. */
  placed: string
  created_at: string
  updated_at: string
}

interface ChargeAttemptTable extends Tenanted {
  attempt_id: string
  intent_id: string
  slot: number
  attempt_number: number
  method_code: string
  provider_code: string | null
  country: string | null
  status: string
  /** Scaled. */
  amount: number
  link: string | null
  error: string | null
  /** The provider's own name of the payment. */
  reference: string | null
  paid_at: string | null
  created_at: string
  updated_at: string
}

/** A provider's webhook: written before anything is done about it, once for its id. */
interface PaymentNoticeTable {
  account_id: string
  provider_code: string
  event_id: string
  reference: string
  attempt_id: string | null
  /** JSON of what was heard. */
  heard: string
  received_at: string
  applied_at: string | null
}

interface PaymentProviderTable {
  account_id: string
  code: string
  kind: string
  url: string
  secret_sealed: string
}

/** Of the sandbox provider that the hub serves. */
interface SandboxPaymentTable {
  account_id: string
  /** The attempt that is paid, or the refund of money that the provider never took. */
  key: string
  /** Stands in the payment's link. */
  id: string | null
  /** JSON of the payment and its refunds. */
  record: string
  created_at: string
}

export interface PaymentTables {
  charge_intent: ChargeIntentTable
  charge_attempt: ChargeAttemptTable
  payment_notice: PaymentNoticeTable
  payment_provider: PaymentProviderTable
  sandbox_payment: SandboxPaymentTable
}

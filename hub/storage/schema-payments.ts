/** The tables of charges by payment link. */
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
  /** What the payment did to its order: `no`, `waiting`, `settled`, `unfit` or `returned`. */
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
  /** The provider's id of the payment. */
  reference: string | null
  paid_at: string | null
  created_at: string
  updated_at: string
}

/** A webhook from a payment provider. Written before it is processed, once for each id. */
interface PaymentNoticeTable {
  account_id: string
  provider_code: string
  event_id: string
  reference: string
  attempt_id: string | null
  /** JSON of the webhook's content. */
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

/** A payment of the embedded sandbox provider. */
interface SandboxPaymentTable {
  account_id: string
  /** Identifies the paid attempt, or a refund of a payment that the provider never received. */
  key: string
  /** Part of the payment link. */
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

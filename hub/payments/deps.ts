/** The deps of payment links, and the names of their job kinds. */
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import type { Downlink, ReadMethods } from "../tenants/index.ts"
import type { FindProvider, ProvidersByCode } from "./providers/index.ts"

export interface PaymentDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly downlink: Downlink
  readonly readMethods: ReadMethods
  readonly findProvider: FindProvider
  readonly providersByCode: ProvidersByCode
}

/** The deps of what changes a charge in a transaction. */
export type ChangeDeps = Pick<PaymentDeps, "ids" | "log" | "downlink">

export const LINK_JOB = "bridge.link"
export const REFUND_JOB = "bridge.refund"
export const STORE_JOB = "bridge.store"
export const UNPLACED_JOB = "bridge.unplaced"
export const CLOSE_JOB = "bridge.close"
export const PAYMENT_IN_DOUBT_JOB = "bridge.doubt"
export const CANCEL_JOB = "bridge.cancel"

export interface AttemptJob {
  readonly intentId: string
  readonly attemptId: string
}

export interface PaymentInDoubtJob {
  readonly externalOrderId: string
}

export interface CloseJob {
  readonly externalOrderId: string
  /** The order had received no money. */
  readonly unpaid: boolean
}

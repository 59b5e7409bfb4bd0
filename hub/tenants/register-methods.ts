/** The payment methods of a store's registers. */
import type { RegisterMethod } from "../../protocol/shapes/menu.ts"
import type { VendorDocuments } from "./documents-store.ts"

const REGISTER_CHANNEL = "POS"

export function registerMethods({ paymentMethods }: Pick<VendorDocuments, "paymentMethods">): RegisterMethod[] {
  return paymentMethods
    .filter(
      (method) =>
        method.active &&
        method.availability.some((at) => at.enabled && at.channelCode.toUpperCase() === REGISTER_CHANNEL),
    )
    .sort((one, other) => one.position - other.position)
    .map((method) => ({ methodId: method.id, code: method.code, name: method.name }))
}

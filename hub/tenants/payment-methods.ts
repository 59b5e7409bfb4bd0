/** The decrypted payment methods of a vendor. */
import type { TenantRead } from "../storage/index.ts"
import { readDocument } from "./documents-store.ts"
import type { PaymentMethodEntry } from "./provisioning-schema.ts"

/** Reads the methods of the scope's vendor, including inactive ones. */
export type ReadMethods = (scope: TenantRead) => Promise<readonly PaymentMethodEntry[]>

export function createReadMethods(secretKey: Buffer): ReadMethods {
  return ({ system, tenant }) => readDocument(system, { vendorId: tenant.vendorId, kind: "paymentMethods", secretKey })
}

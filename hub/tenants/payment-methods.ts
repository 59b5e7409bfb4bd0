/** The payment methods of a vendor, unsealed: for whoever must know how money is taken or given back. */
import type { TenantRead } from "../storage/index.ts"
import { readDocument } from "./documents-store.ts"
import type { PaymentMethodEntry } from "./provisioning-schema.ts"

/** Those of the scope's own vendor; inactive ones too. */
export type ReadMethods = (scope: TenantRead) => Promise<readonly PaymentMethodEntry[]>

export function createReadMethods(secretKey: Buffer): ReadMethods {
  return ({ system, tenant }) => readDocument(system, { vendorId: tenant.vendorId, kind: "paymentMethods", secretKey })
}

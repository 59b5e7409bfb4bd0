/** The lock for changes of a vendor's payment methods. */
import type { TenantWrite } from "../storage/index.ts"

/** Each change writes the whole document. Without the lock, one of two changes at the same time would be lost. */
export async function lockMethods(tx: TenantWrite): Promise<void> {
  const row = tx.select("vendor_document").select("kind").where("kind", "=", "paymentMethods")
  await tx.dialect.forUpdate(row).execute()
}

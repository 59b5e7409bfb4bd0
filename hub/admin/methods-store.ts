/** The lock under which a vendor's payment methods are written whole. */
import type { TenantWrite } from "../storage/index.ts"

/** Two that set a value each must not lose one: the document is written whole. */
export async function lockMethods(tx: TenantWrite): Promise<void> {
  const row = tx.select("vendor_document").select("kind").where("kind", "=", "paymentMethods")
  await tx.dialect.forUpdate(row).execute()
}

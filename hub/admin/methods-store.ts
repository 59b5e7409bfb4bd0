/** What payment methods refer to: the account's providers; and the lock under which they are written whole. */
import type { TenantRead, TenantWrite } from "../storage/index.ts"

/** The codes that a method may name as its provider. */
export async function providersOf(scope: TenantRead): Promise<Set<string>> {
  const rows = await scope.selectAcrossVendors("payment_provider").select("code").execute()
  return new Set(rows.map(({ code }) => code))
}

/** Two that set a value each must not lose one: the document is written whole. */
export async function lockMethods(tx: TenantWrite): Promise<void> {
  const row = tx.select("vendor_document").select("kind").where("kind", "=", "paymentMethods")
  await tx.dialect.forUpdate(row).execute()
}

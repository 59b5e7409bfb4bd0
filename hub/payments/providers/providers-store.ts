/** The payment providers that accounts have configured. Their secrets are sealed. */
import { unseal } from "../../../runtime/secrets.ts"
import type { SystemRead } from "../../storage/index.ts"
import type { ProviderAccess } from "./provider.ts"
import { OWN_SANDBOX } from "./sandbox/own-sandbox.ts"

/** At most so many accounts with the same provider code are tried for a webhook that names no account. */
const ACCOUNTS_MAX = 200

export interface ConfiguredProvider extends Omit<ProviderAccess, "client"> {
  readonly accountId: string
  readonly code: string
  readonly kind: string
}

export function providerSecretPlace(accountId: string, code: string): string {
  return `account/${accountId}/provider/${code}`
}

/** The codes that an account's payment methods may name. */
export async function providerCodes({ db }: SystemRead, accountId: string): Promise<Set<string>> {
  const query = db.selectFrom("payment_provider").select("code").where("account_id", "=", accountId)
  return new Set([OWN_SANDBOX, ...(await query.execute()).map(({ code }) => code)])
}

/** Of one account, or of all when `accountId` is null. */
export async function configuredProviders(
  { db }: SystemRead,
  { accountId, code }: { accountId: string | null; code: string },
  secretKey: Buffer,
): Promise<ConfiguredProvider[]> {
  let query = db.selectFrom("payment_provider").selectAll().where("code", "=", code)
  if (accountId !== null) query = query.where("account_id", "=", accountId)
  const rows = await query.orderBy("account_id").limit(ACCOUNTS_MAX).execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    code: row.code,
    kind: row.kind,
    url: row.url,
    secret: unseal(row.secret_sealed, secretKey, providerSecretPlace(row.account_id, row.code)),
  }))
}

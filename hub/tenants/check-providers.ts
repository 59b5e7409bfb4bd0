/** Checks that each payment method names a provider of its account: in the file, in the database, or the hub's sandbox. */
import type { Fault } from "../../protocol/refusals.ts"
import { providerCodes } from "../payments/providers/index.ts"
import type { SystemRead } from "../storage/index.ts"
import type { AccountEntry } from "./provisioning-schema.ts"

/** Without its provider, each charge of the method would fail in front of a guest. */
export async function checkProviders(scope: SystemRead, accounts: readonly AccountEntry[]): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [index, account] of accounts.entries()) {
    const known = await providerCodes(scope, account.id)
    for (const { code } of account.paymentProviders ?? []) known.add(code)
    faults.push(...unknownProviders(account, `accounts.${index}`, known))
  }
  return faults
}

function unknownProviders({ vendors }: AccountEntry, path: string, known: ReadonlySet<string>): Fault[] {
  return vendors.flatMap(({ paymentMethods = [] }, vendor) =>
    paymentMethods.flatMap(({ provider }, method) => {
      if (provider === undefined || known.has(provider)) return []
      const entry = `{"code": ${JSON.stringify(provider)}, "kind": …, "url": …, "secret": …}`
      const message = `"${provider}" is no payment provider of this account: add ${entry} to ${path}.paymentProviders`
      return [{ path: `${path}.vendors.${vendor}.paymentMethods.${method}.provider`, message }]
    }),
  )
}

/** Finds the provider that a payment method names: the account's own, one given at the hub's start, or the hub's sandbox. */
import type { HubStore } from "../../storage/index.ts"
import type { PaymentProvider, ProviderAccess, ProviderKinds, Providers } from "./provider.ts"
import { type ConfiguredProvider, configuredProviders } from "./providers-store.ts"
import { OWN_SANDBOX, type OwnSandbox } from "./sandbox/own-sandbox.ts"

export type FindProvider = (accountId: string, code: string) => Promise<PaymentProvider | null>

/** All accounts' providers with a code, for a webhook that does not name its account. */
export type ProvidersByCode = (
  code: string,
  accountId: string | null,
) => Promise<readonly { readonly accountId: string; readonly provider: PaymentProvider }[]>

interface FindingProviders {
  readonly store: HubStore
  readonly secretKey: Buffer
  readonly kinds: ProviderKinds
  readonly client: ProviderAccess["client"]
  /** Given at the hub's start, for every account. */
  readonly given: Providers
  /** The sandbox that the hub serves to accounts that have configured no provider of its name. */
  readonly sandbox: Pick<OwnSandbox, "providerOf">
}

export function createFindProvider(parts: FindingProviders): { find: FindProvider; byCode: ProvidersByCode } {
  const configured = (code: string, accountId: string | null) =>
    parts.store.system.read((scope) => configuredProviders(scope, { accountId, code }, parts.secretKey))
  return {
    async find(accountId, code) {
      const given = Object.hasOwn(parts.given, code) ? parts.given[code] : undefined
      if (given) return given
      const [one] = await configured(code, accountId)
      if (one) return make(parts, one)
      return code === OWN_SANDBOX ? parts.sandbox.providerOf(accountId) : null
    },
    async byCode(code, accountId) {
      const found = await configured(code, accountId)
      if (found.length === 0 && code === OWN_SANDBOX && accountId !== null)
        return [{ accountId, provider: parts.sandbox.providerOf(accountId) }]
      return found.flatMap((one) => {
        const provider = make(parts, one)
        return provider ? [{ accountId: one.accountId, provider }] : []
      })
    },
  }
}

function make({ kinds, client }: FindingProviders, { kind, url, secret }: ConfiguredProvider): PaymentProvider | null {
  return Object.hasOwn(kinds, kind) ? (kinds[kind]?.({ url, secret, client }) ?? null) : null
}

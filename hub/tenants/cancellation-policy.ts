/** A vendor's configuration of cancellations: its rules, its reasons, and the provider of each payment method. */
import type { CancellationPolicy } from "../../protocol/shapes/cancellation.ts"
import type { TenantRead } from "../storage/index.ts"
import { readDocument, type VendorDocuments } from "./documents-store.ts"
import type { ReadMethods } from "./payment-methods.ts"

export interface VendorPolicy extends Pick<CancellationPolicy, "rules" | "reasons"> {
  /** The provider's code by method code, for a store's country. */
  readonly providers: ReadonlyMap<string, string>
}

type Configured = Pick<VendorDocuments, "cancellationRules" | "cancellationReasons" | "paymentMethods">

export function policyOf(configured: Configured, countryCode: string | null): VendorPolicy {
  return {
    rules: configured.cancellationRules,
    reasons: configured.cancellationReasons,
    providers: new Map(
      configured.paymentMethods.flatMap(({ code, provider, countries }) => {
        const isHere = countries === undefined || countries.some((country) => country === countryCode)
        return provider !== undefined && isHere ? [[code, provider] as const] : []
      }),
    ),
  }
}

/** The policy in the shape that a box receives. */
export function boxPolicyOf(configured: Configured, countryCode: string | null): CancellationPolicy {
  const { rules, reasons, providers } = policyOf(configured, countryCode)
  return { rules, reasons, providerMethods: [...providers.keys()] }
}

/** Reads the policy of the scope's vendor. */
export type ReadPolicy = (scope: TenantRead, countryCode: string | null) => Promise<VendorPolicy>

export function createReadPolicy({
  readMethods,
  secretKey,
}: {
  readMethods: ReadMethods
  secretKey: Buffer
}): ReadPolicy {
  return async (scope, countryCode) => {
    const { vendorId } = scope.tenant
    const [cancellationRules, cancellationReasons, paymentMethods] = [
      await readDocument(scope.system, { vendorId, kind: "cancellationRules", secretKey }),
      await readDocument(scope.system, { vendorId, kind: "cancellationReasons", secretKey }),
      [...(await readMethods(scope))],
    ]
    return policyOf({ cancellationRules, cancellationReasons, paymentMethods }, countryCode)
  }
}

/** A store's fiscal configuration, and what a register does when numbering fails: the store's rule, the vendor's, the account's, or CONTINUE (docs/contract/fiscal.md#numbering-failure). */
import { canonicalJson, sha256 } from "../../print/sha256.ts"
import type { FiscalPoint } from "../../shapes/fiscal-point.ts"
import type { FiscalEnvironment, NumberingFailurePolicy } from "../../shapes/fiscal-representation.ts"
import type { LostSaleReason } from "../../shapes/lost-sale-reason.ts"
import type { InheritedFailureRule, Store } from "../../shapes/store.ts"

const VERSION_CHARS = 12
/** The only valid reason. A store provisioned by an earlier version may have another text, which is ignored. */
const LOST_SALE_REASON: LostSaleReason = "FISCAL_NUMBERING_FAILED"

type Level = NumberingFailurePolicy["resolvedFrom"]

interface FailureRule {
  readonly action: "REFUND" | "CONTINUE"
  readonly lostSaleReason?: string | undefined
}

/** A store's fiscal configuration, as provisioning has checked it. */
interface StoreFiscal {
  readonly environment: FiscalEnvironment
  readonly gateway?: boolean
  readonly provider?: string
  readonly points?: readonly FiscalPoint[]
  /** Sent to boxes only: earlier boxes of the store have used every point that is configured for a box. */
  readonly pointsUsedUp?: boolean
  readonly numberingFailure?: FailureRule
  /** Rules of vendor and account, in this order, written by provisioning. */
  readonly inherited?: readonly InheritedFailureRule[]
}

/** Null while numbering is off in the store. */
export function storeFiscal({ fiscal }: Pick<Store, "fiscal">): StoreFiscal | null {
  return fiscal === null ? null : (fiscal as unknown as StoreFiscal)
}

export function numberingFailureOf(store: Pick<Store, "fiscal" | "inheritedFailureRules">): NumberingFailurePolicy {
  const fiscal = storeFiscal(store)
  const inherited = (fiscal ? fiscal.inherited : store.inheritedFailureRules)?.[0]
  const [rule, resolvedFrom]: [FailureRule, Level] = fiscal?.numberingFailure
    ? [fiscal.numberingFailure, "store"]
    : inherited
      ? [inherited.numberingFailure, inherited.from]
      : [{ action: "CONTINUE" }, "default"]
  const lostSaleReason = rule.action === "REFUND" ? LOST_SALE_REASON : null
  const policy = { action: rule.action, lostSaleReason }
  const configVersion = sha256(canonicalJson({ ...policy, resolvedFrom })).slice(0, VERSION_CHARS)
  return { ...policy, configVersion, resolvedFrom }
}

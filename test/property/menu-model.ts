/** A vendor's publications as a person would note them (docs/contract/menu.md#menu-sync-states, docs/contract/callbacks.md#menu-sync), and the steps that move them. */
import fc from "fast-check"

export type MenuStep =
  | { readonly is: "publish"; readonly channel: string | undefined; readonly stores: boolean }
  | {
      readonly is: "report"
      readonly type: string
      readonly status: "SUCCESS" | "FAILED"
      /** The assignment that it names, by its channel. */
      readonly of: string | undefined
    }

const CHANNELS = ["POS", "GLOVO", "RAPPI"] as const
const OWN: readonly string[] = ["POS"]

export const menuSteps: fc.Arbitrary<readonly MenuStep[]> = fc.array(
  fc.oneof(
    fc.record({
      is: fc.constant("publish" as const),
      channel: fc.constantFrom(undefined, ...CHANNELS),
      stores: fc.boolean(),
    }),
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant("report" as const),
        type: fc.constantFrom("PRODUCTS", "products", "STORES", "menu", "other"),
        status: fc.constantFrom("SUCCESS" as const, "FAILED" as const),
        of: fc.option(fc.constantFrom(...CHANNELS), { nil: undefined, freq: 2 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 8 },
)

type Row = "pending" | "SUCCESS" | "FAILED"

export class MenuModel {
  private readonly rows = new Map<string, Map<string, Row>>()
  private held = false
  private publication: readonly string[] = []

  /** What the caller is to hear: the status of a publication, or how many rows a report has closed. */
  take(step: MenuStep): number {
    return step.is === "publish" ? this.publish(step) : this.report(step)
  }

  /** The status of each menu that was published. */
  statuses(): Record<string, string> {
    return Object.fromEntries([...this.rows.keys()].map((channel) => [channel, this.statusOf(channel)]))
  }

  private publish({ channel, stores }: Extract<MenuStep, { is: "publish" }>): number {
    if (this.held) return 409
    this.held = true
    this.publication = channel === undefined ? CHANNELS : [channel]
    for (const one of this.publication) {
      const dimensions = [...(OWN.includes(one) ? ["menu", "products"] : ["products"]), ...(stores ? ["stores"] : [])]
      this.rows.set(one, new Map(dimensions.map((dimension) => [dimension, "pending" as const])))
    }
    return 202
  }

  private report({ type, status, of }: Extract<MenuStep, { is: "report" }>): number {
    if (!this.held) return 0
    const dimensions = type.toUpperCase() === "PRODUCTS" ? ["menu", "products"] : [type.toLowerCase()]
    let closed = 0
    for (const channel of this.publication) {
      if (of !== undefined && (of !== channel || OWN.includes(channel))) continue
      const rows = this.rows.get(channel)
      for (const dimension of dimensions.filter((one) => of === undefined || one !== "stores")) {
        if (rows?.get(dimension) !== "pending") continue
        rows.set(dimension, status)
        closed += 1
      }
    }
    this.held = this.publication.some((channel) => this.isWaiting(channel))
    return closed
  }

  private isWaiting(channel: string): boolean {
    return [...(this.rows.get(channel)?.values() ?? [])].includes("pending")
  }

  private statusOf(channel: string): string {
    const all = [...(this.rows.get(channel)?.values() ?? [])]
    if (all.includes("pending")) return "PENDING"
    return all.includes("FAILED") ? "FAILED" : "SYNCED"
  }
}

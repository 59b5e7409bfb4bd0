/** A sale in preparation: its lines, totals and taxes. A menu's prices include tax. */
import { multiplyDivide, type Scaled, sum } from "../../money.ts"
import { readTaxRate } from "../fiscal/tax-rate.ts"

/** Scale of tax rates, which have four decimals: 0.0825 is 8.25 %. */
const RATE_SCALE = 10_000
export const QUANTITY_MAX = 999

interface CartTax {
  readonly code: string
  /** As in the menu: `0.15` and `15` both mean 15 %. */
  readonly rate: string
}

export interface CartModifier {
  readonly groupId: string
  readonly productId: string
  readonly name: string
  readonly unitPrice: Scaled
}

export interface CartLine {
  readonly lineId: string
  readonly productId: string
  readonly name: string
  readonly unitPrice: Scaled
  /** A whole number of pieces. */
  readonly quantity: number
  readonly taxes: readonly CartTax[]
  readonly modifiers: readonly CartModifier[]
  readonly notes: string
  readonly station: string | null
}

export interface TaxRow extends CartTax {
  readonly amount: Scaled
}

/** `subtotal` is net; `subtotal + tax = total` to the last digit, and `taxes` add up to `tax`. */
interface CartTotals {
  readonly subtotal: Scaled
  readonly tax: Scaled
  readonly total: Scaled
  readonly taxes: readonly TaxRow[]
}

/** What the customer pays for a line, scaled. Modifiers count once per piece. */
export function lineTotal({ unitPrice, quantity, modifiers }: Pick<CartLine, "unitPrice" | "quantity" | "modifiers">) {
  return (unitPrice + sum(modifiers.map((modifier) => modifier.unitPrice))) * quantity
}

/**
 * The taxes included in a line's price, each rounded to the currency's decimals, so that a receipt adds up. Several rates apply to the
 * same net amount: gross × rate / (1 + all rates).
 */
export function lineTaxes(line: CartLine, currencyDecimals: number): TaxRow[] {
  const gross = lineTotal(line)
  const rates = line.taxes.map(({ rate }) => readRate(rate))
  const whole = RATE_SCALE + sum(rates)
  const coin = 10 ** (4 - currencyDecimals)
  return line.taxes.map((tax, index) => ({
    ...tax,
    amount: multiplyDivide(gross, rates[index] ?? 0, whole * coin) * coin,
  }))
}

export function cartTotals(lines: readonly CartLine[], currencyDecimals: number): CartTotals {
  const total = sum(lines.map(lineTotal))
  const taxes = new Map<string, TaxRow>()
  for (const row of lines.flatMap((line) => lineTaxes(line, currencyDecimals))) {
    const key = `${row.code} ${row.rate}`
    taxes.set(key, { ...row, amount: (taxes.get(key)?.amount ?? 0) + row.amount })
  }
  const tax = sum([...taxes.values()].map(({ amount }) => amount))
  return { subtotal: total - tax, tax, total, taxes: [...taxes.values()] }
}

/** Adds a line. Lines that differ only in quantity become one, up to QUANTITY_MAX. */
export function addLine(lines: readonly CartLine[], line: CartLine): readonly CartLine[] {
  const match = lines.find((other) => isSameItem(other, line) && other.quantity + line.quantity <= QUANTITY_MAX)
  if (!match) return [...lines, line]
  const quantity = match.quantity + line.quantity
  return lines.map((other) => (other === match ? { ...other, quantity } : other))
}

/** Sets a line's quantity. Zero or less removes the line; the maximum is QUANTITY_MAX. */
export function setQuantity(lines: readonly CartLine[], lineId: string, quantity: number): readonly CartLine[] {
  const whole = Math.min(Math.trunc(quantity), QUANTITY_MAX)
  if (whole <= 0) return lines.filter((line) => line.lineId !== lineId)
  return lines.map((line) => (line.lineId === lineId ? { ...line, quantity: whole } : line))
}

export interface OptionGroup {
  readonly id: string
  readonly type: "RADIO" | "CHECKBOX"
  readonly minOptions: number
  readonly maxOptions: number
}

/** How many options of a group must and may be chosen; at most one of a radio group. */
export function optionLimits({ type, minOptions, maxOptions }: OptionGroup): { min: number; max: number } {
  const max = type === "RADIO" ? 1 : maxOptions
  return { min: Math.min(minOptions, max), max }
}

/** The chosen options after a tap. A radio group swaps its option; a full checkbox group does not change. */
export function toggleOption(group: OptionGroup, chosen: readonly string[], option: string): readonly string[] {
  const { min, max } = optionLimits(group)
  if (chosen.includes(option)) {
    const keep = group.type === "RADIO" && min > 0
    return keep ? chosen : chosen.filter((other) => other !== option)
  }
  if (group.type === "RADIO") return [option]
  return chosen.length < max ? [...chosen, option] : chosen
}

function isSameItem(one: CartLine, other: CartLine): boolean {
  const word = ({ productId, unitPrice, notes, taxes, modifiers }: CartLine) =>
    JSON.stringify([productId, unitPrice, notes, taxes, modifiers.map((m) => [m.groupId, m.productId]).sort()])
  return word(one) === word(other)
}

/** Throws for an invalid rate, which is a fault of the menu. */
function readRate(rate: string): number {
  const fraction = readTaxRate(rate)
  if (fraction === null) throw new RangeError(`not a tax rate: ${rate}`)
  return fraction
}

/** The taxes of one order by code and rate. They always add up to the order's tax. */
import { fromText, multiplyDivide, SCALE, type Scaled, scaleMajor } from "../../money.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"

export interface TaxRow {
  readonly code: string
  readonly rate: string | null
  readonly amount: Scaled
}

/** The sum of the order's totals with this code, such as TOTAL or TIP. Scaled. */
export function amountOf(order: Pick<OrderRecord, "totals">, code: string): Scaled {
  return order.totals.filter((total) => total.code === code).reduce((all, { amount }) => all + fromText(amount), 0)
}

/** The order's tax: its TAX total, or the sum of its lines when it has none. Scaled. */
export function taxOf(order: OrderRecord): Scaled {
  const stated = order.totals.some(({ code }) => code === "TAX")
  return stated ? amountOf(order, "TAX") : totalTax(lineTaxes(order))
}

/**
 * Splits the tax by the codes and rates of the lines. Amounts that the lines state are kept. Rates without an amount share the rest of
 * `tax`. A difference that no rate explains becomes a row of its own with the code TAX.
 */
export function taxRows(order: OrderRecord, tax: Scaled): TaxRow[] {
  const rows = lineTaxes(order)
  const stated = rows.filter(({ isStated }) => isStated)
  const withoutAmount = rows.filter(({ isStated }) => !isStated)
  const remaining = tax - totalTax(stated)
  const shared = shareAmount(remaining, withoutAmount)
  const rest = remaining - totalTax(shared)
  return [...stated, ...shared, ...(rest === 0 ? [] : [{ code: "TAX", rate: null, amount: rest }])]
}

/** Shares the amount in proportion to the rows' amounts, without losing a digit. Returns the rows unchanged if a weight is negative or all are 0. */
function shareAmount(amount: Scaled, rows: readonly TaxRow[]): readonly TaxRow[] {
  const weight = totalTax(rows)
  if (weight === 0 || rows.some((row) => row.amount < 0)) return rows
  let [before, given] = [0, 0]
  return rows.map((row) => {
    before += row.amount
    const until = multiplyDivide(amount, before, weight)
    const part = until - given
    given = until
    return { ...row, amount: part }
  })
}

function totalTax(rows: readonly TaxRow[]): Scaled {
  return rows.reduce((all, { amount }) => all + amount, 0)
}

function lineTaxes(order: OrderRecord): (TaxRow & { readonly isStated: boolean })[] {
  return order.orderLines.flatMap((line) =>
    line.taxes.map(({ code, rate, amount }) => ({
      code,
      rate,
      isStated: amount !== null,
      amount: amount === null ? taxByRate(line, rate) : fromText(amount),
    })),
  )
}

/** Tax of a line that states only a rate: rate × quantity × unit price, without modifiers. */
function taxByRate(line: OrderLine, rate: string | null): Scaled {
  const scaledRate = rate === null ? null : scaleMajor(rate)
  if (scaledRate === null) return 0
  const quantity = Math.round(line.quantity * SCALE)
  return multiplyDivide(multiplyDivide(fromText(line.unitPrice), quantity, SCALE), scaledRate, SCALE)
}

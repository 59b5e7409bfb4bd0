/** The taxes of one order, by code and rate: together always the order's own tax. */
import { fromText, multiplyDivide, SCALE, type Scaled, scaleMajor } from "../../money.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"

export interface TaxRow {
  readonly code: string
  readonly rate: string | null
  readonly amount: Scaled
}

/** What an order states under a code of its totals. */
export function amountOf(order: OrderRecord, code: string): Scaled {
  return order.totals.filter((total) => total.code === code).reduce((all, { amount }) => all + fromText(amount), 0)
}

/** The TAX total is the order's own word; lines speak where there is none. */
export function taxOf(order: OrderRecord): Scaled {
  const stated = order.totals.some(({ code }) => code === "TAX")
  return stated ? amountOf(order, "TAX") : totalTax(lineTaxes(order))
}

/**
 * By code and rate from the lines, together always the order's tax: amounts that lines state stand as they are, rates without an
 * amount share what the TAX total leaves for them, and a difference that no rate explains is a row of its own, never hidden.
 */
export function taxRows(order: OrderRecord, tax: Scaled): TaxRow[] {
  const rows = lineTaxes(order)
  const stated = rows.filter(({ isStated }) => isStated)
  const guessed = rows.filter(({ isStated }) => !isStated)
  const left = tax - totalTax(stated)
  const shared = share(left, guessed)
  const rest = left - totalTax(shared)
  return [...stated, ...shared, ...(rest === 0 ? [] : [{ code: "TAX", rate: null, amount: rest }])]
}

/** In proportion to the rows' own amounts, to the last digit; rows that weigh nothing or less stay as they are. */
function share(amount: Scaled, rows: readonly TaxRow[]): readonly TaxRow[] {
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

/** A line that names a rate alone: the rate on quantity × unit price, modifiers left out as the line states them apart. */
function taxByRate(line: OrderLine, rate: string | null): Scaled {
  const scaledRate = rate === null ? null : scaleMajor(rate)
  if (scaledRate === null) return 0
  const quantity = Math.round(line.quantity * SCALE)
  return multiplyDivide(multiplyDivide(fromText(line.unitPrice), quantity, SCALE), scaledRate, SCALE)
}

/** Converts the query of an order list into a filter (docs/contract/orders.md#list-orders). */
import { invalid, isRefusal, type Refusal } from "../../refusals.ts"
import type { OrderStatus, PaymentStatus } from "../../shapes/order.ts"
import type { OrderListQuery } from "../../shapes/order-list.ts"
import { type Page, readPage } from "../../shapes/page.ts"
import { addDays, toUtc } from "../../time.ts"
import { readFields } from "./projection.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Conditions for an order to be in the list. Missing ones do not matter. */
export interface OrderFilter {
  readonly status?: OrderStatus
  readonly paymentStatus?: PaymentStatus
  /** Business days, both inclusive. */
  readonly days?: { readonly from: string; readonly to: string }
  /** Moments in UTC, the end exclusive. */
  readonly created?: { readonly from: string; readonly before: string }
  readonly channel?: string
  readonly fulfilment?: string
  readonly method?: string
  /** Substring of the order's code. */
  readonly code?: string
  /** Substring of its code or external id. */
  readonly text?: string
  /** `text` in lower case if it is a UUID; it may then also be the order's id. */
  readonly id?: string
}

interface OrderListQueryPlan {
  readonly filter: OrderFilter
  readonly fields: readonly string[]
  readonly page: Page
}

/** Stand for the open ends of a range. */
const FIRST_DAY = "0000-01-01"
const LAST_DAY = "9999-12-31"

export function readOrderList(query: OrderListQuery): OrderListQueryPlan | Refusal<"VALIDATION_ERROR"> {
  const fields = readFields(query.fields)
  if (isRefusal(fields)) return fields
  const { dateFrom, dateTo, search } = query
  if (dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom) {
    return invalid({ path: "dateTo", message: "must not be before dateFrom" })
  }
  const filter = {
    status: query.status,
    paymentStatus: query.paymentStatus,
    ...dateWindows(query),
    channel: query.channel,
    fulfilment: query.fulfillmentMethod,
    method: query.paymentMethod,
    code: query.orderCode,
    text: search,
    id: search !== undefined && UUID.test(search) ? search.toLowerCase() : undefined,
  }
  return { filter: dropUndefined(filter), fields, page: readPage(query) }
}

/** `businessDayDate` applies in both date modes, together with the range. */
function dateWindows(query: OrderListQuery): Pick<OrderFilter, "days" | "created"> {
  const { businessDayDate, dateFrom, dateTo, dateFilterMode = "business_day" } = query
  const exact = businessDayDate === undefined ? undefined : { from: businessDayDate, to: businessDayDate }
  if (dateFrom === undefined && dateTo === undefined) return exact ? { days: exact } : {}
  if (dateFilterMode === "created_at") return { ...(exact && { days: exact }), created: createdWindow(query) }
  const range = { from: dateFrom ?? FIRST_DAY, to: dateTo ?? LAST_DAY }
  return { days: exact ? intersect(exact, range) : range }
}

function intersect(exact: { from: string; to: string }, range: { from: string; to: string }) {
  return { from: max(exact.from, range.from), to: min(exact.to, range.to) }
}

/** The days as UTC moments, for a local clock with the offset `tzOffset`. */
function createdWindow({ dateFrom, dateTo, tzOffset = "+00:00" }: OrderListQuery) {
  const offset = tzOffset.replace(" ", "+")
  const startOf = (date: string) => toUtc(`${date}T00:00:00${offset}`)
  return {
    from: dateFrom === undefined ? FIRST_DAY : startOf(dateFrom),
    before: dateTo === undefined ? LAST_DAY : startOf(addDays(dateTo, 1)),
  }
}

const max = (a: string, b: string) => (a > b ? a : b)
const min = (a: string, b: string) => (a < b ? a : b)

function dropUndefined(filter: { [Key in keyof OrderFilter]: OrderFilter[Key] | undefined }): OrderFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

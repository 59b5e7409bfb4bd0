/** Orders that one more correction or payment would make too large to travel between hub and store. */
import type { Answer } from "./hub.ts"
import { charge, correction, fillUp, ORDERS, orderBody } from "./order-bodies.ts"

/** More requests than any order has room for. */
const TIMES_MAX = 12
const TENDERS = 100
/** 200 characters of four bytes each. */
const LONG = "🌮".repeat(200)
const TOO_LARGE = 413

interface Side {
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

/** Corrects a fresh order until a correction is refused for its size; the last answer. */
export async function correctTooOften(side: Side): Promise<Answer> {
  const id = await createOrder(side)
  return again((n) => correctOrder(side, id, n))
}

/** The same with declined tenders, of an order that is large already. */
export async function payTooOften(side: Side): Promise<Answer> {
  const id = await createOrder(side)
  await correctOrder(side, id, 1)
  return again((n) => side.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments: declined(n) }))
}

async function again(ask: (n: number) => Promise<Answer>): Promise<Answer> {
  for (let n = 1; n <= TIMES_MAX; n += 1) {
    const answer = await ask(n)
    if (answer.status === TOO_LARGE) return answer
    if (answer.status !== 200) throw new Error(`refused for another reason: ${JSON.stringify(answer.body)}`)
  }
  throw new Error("nothing was too large")
}

async function createOrder(side: Side): Promise<string> {
  const answer = await side.call(
    "POST",
    ORDERS,
    fillUp((note) => orderBody({ metadata: { note } })),
  )
  return answer.body.data.id
}

/** The order's `n`th correction: the buyer is kept twice. */
function correctOrder(side: Side, id: string, n: number): Promise<Answer> {
  const client = (note: string) => ({ uid: `c-${n}`, billingInformation: { note } })
  const body = fillUp((note) => correction({ expectedRevision: n, client: client(note) }))
  return side.call("PUT", `${ORDERS}/${id}`, body)
}

function declined(n: number) {
  const tenders = Array.from({ length: TENDERS }, (_, at) => ({ declined: LONG, method: LONG, operator: LONG, at }))
  return charge(...tenders).payments.map((tender, at) => ({
    ...tender,
    transaction_id: `${n}-${at}-${LONG.slice(20)}`,
  }))
}

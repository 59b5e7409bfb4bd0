/** The rules of the sandbox provider: create, cancel and refund a payment, and apply what the guest does. */
import { randomUUID } from "node:crypto"
import { BEHAVIOURS, behaviourOf, declineCodeOf } from "./behaviours.ts"
import type { Notifier } from "./notify.ts"
import type { Book, Payment, PaymentState } from "./sandbox-file.ts"

/** How late webhooks are sent. A decline is sent after the answer with its link. */
const DELAYS_MS: Readonly<Record<string, number>> = { late: 3_000, declines: 300 }

/** `silence` is never answered. */
export type SandboxAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> } | "silence"

interface SandboxPaymentsDeps {
  readonly book: Book
  readonly save: () => void
  readonly notifier: Pick<Notifier, "add">
  readonly link: (id: string) => string
}

export interface SandboxPayments {
  make(asked: Readonly<Record<string, unknown>>): SandboxAnswer
  cancel(key: string): SandboxAnswer
  refund(asked: Readonly<Record<string, unknown>>): SandboxAnswer
  /** Applies what a guest does on the page; false when the payment does not wait for it. */
  act(id: string, state: "approved" | "declined" | "expired"): boolean
}

export function createSandboxPayments(deps: SandboxPaymentsDeps): SandboxPayments {
  const { book, save } = deps
  return {
    make: (asked) => make(deps, asked),
    cancel(key) {
      const payment = book.payments.find((one) => one.key === key)
      if (!payment) return refused("There is no such payment.")
      if (payment.state === "canceled") return { status: 200, body: { id: payment.id } }
      if (payment.behaviour === "keeps") return refused("Cancellation does not apply to this payment.")
      if (payment.state !== "waiting" && payment.state !== "expired") return refused(`The payment is ${payment.state}.`)
      payment.state = "canceled"
      save()
      return { status: 200, body: { id: payment.id } }
    },
    refund: (asked) => refund(deps, asked),
    act(id, state) {
      const payment = book.payments.find((one) => one.id === id)
      if (payment?.state !== "waiting") return false
      move(deps, payment, state)
      return true
    },
  }
}

function make(deps: SandboxPaymentsDeps, asked: Readonly<Record<string, unknown>>): SandboxAnswer {
  const { book, save, link } = deps
  const [key, order, amount] = [String(asked.key ?? ""), String(asked.externalOrderId ?? ""), Number(asked.amount)]
  if (key === "" || !(amount > 0)) return refused("key and amount are required.")
  const known = book.payments.find((one) => one.key === key)
  if (known) return { status: 200, body: { id: known.id, link: link(known.id) } }
  const { name } = (asked.customer ?? {}) as { name?: string }
  const behaviour = behaviourOf(amount, name)
  if (behaviour === "rejects") return refused(BEHAVIOURS.rejects.about)
  const payment: Payment = {
    id: `pay_${randomUUID()}`,
    key,
    order,
    amount,
    currencyCode: String(asked.currencyCode ?? "USD"),
    store: String(asked.branchOffice ?? ""),
    customerName: name ?? null,
    behaviour,
    createdAt: new Date().toISOString(),
    state: "waiting",
  }
  book.payments.push(payment)
  save()
  if (behaviour === "early") move(deps, payment, "approved")
  if (behaviour === "declines") move(deps, payment, "declined")
  return behaviour === "silent" ? "silence" : { status: 201, body: { id: payment.id, link: link(payment.id) } }
}

/** A payment is refunded once: the same key is the same refund, another key is refused. */
function refund(deps: SandboxPaymentsDeps, asked: Readonly<Record<string, unknown>>): SandboxAnswer {
  const { book, save } = deps
  const payment = book.payments.find((one) => one.key === asked.payment)
  if (asked.payment && !payment) return refused("There is no such payment.")
  const behaviour = payment?.behaviour ?? behaviourOf(Number(asked.amount), undefined)
  if (behaviour === "no-refund") return refused(BEHAVIOURS["no-refund"].about)
  const key = String(asked.key ?? "")
  const known = book.refunds[key]
  if (known !== undefined) return { status: 200, body: { id: known } }
  if (payment?.state === "refunded") return refused("The payment was refunded before, under another key.")
  if (payment && payment.state !== "approved") return refused("Nothing was paid.")
  const id = `ref_${randomUUID()}`
  book.refunds[key] = id
  if (payment) payment.state = "refunded"
  save()
  return behaviour === "slow-refund" ? "silence" : { status: 200, body: { id } }
}

function move(
  { book: _book, save, notifier }: SandboxPaymentsDeps,
  payment: Payment,
  state: Extract<PaymentState, "approved" | "declined" | "expired">,
) {
  payment.state = state
  save()
  const id = `evt_${randomUUID()}`
  const message = state === "declined" ? declineOf(payment) : null
  const at = new Date().toISOString()
  const body = JSON.stringify({ id, type: `payment.${state}`, payment: payment.id, key: payment.key, at, message })
  const delayMs = DELAYS_MS[payment.behaviour ?? ""] ?? 0
  for (let n = payment.behaviour === "twice" ? 2 : 1; n > 0; n -= 1) notifier.add({ id, body, delayMs })
}

function declineOf({ customerName }: Payment): string {
  const code = declineCodeOf(customerName)
  return code === null ? "The payment was declined." : `The payment was declined: ${code}.`
}

function refused(message: string): SandboxAnswer {
  return { status: 422, body: { message } }
}

/** Texts of the built-in cancellation checks in three languages. An account's own rules bring their own text. */
import type { CancellationCode, CancellationLocale } from "../../shapes/cancellation.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { moneyToReturn } from "./money-to-return.ts"

export type BuiltInCode = Exclude<CancellationCode, "CANCELLATION_POLICY_DENIED">

interface CancellationText {
  readonly message: string
  readonly reasonDetail: string
}

type Texts = Readonly<Record<CancellationLocale, CancellationText>>

function texts(es: Pair, en: Pair, pt: Pair): Texts {
  return { es: pair(es), en: pair(en), pt: pair(pt) }
}

type Pair = readonly [message: string, reasonDetail: string]

function pair([message, reasonDetail]: Pair): CancellationText {
  return { message, reasonDetail }
}

export const BUILT_IN_TEXTS: Readonly<Record<BuiltInCode, Texts>> = {
  CANCELLATION_IN_PROGRESS: texts(
    ["Anulación en curso", "Ya se está anulando este pedido y devolviendo su dinero. Espere a que termine."],
    ["Cancellation in progress", "This order is being cancelled and its money given back. Wait until that has ended."],
    ["Cancelamento em andamento", "Este pedido já está sendo cancelado e o dinheiro devolvido. Aguarde o término."],
  ),
  ORDER_NOT_CANCELLABLE: texts(
    ["El pedido ya no se puede anular", "Solo se anula un pedido que sigue abierto; este ya fue cerrado o anulado."],
    ["The order can no longer be cancelled", "Only an open order is cancelled; this one was closed or cancelled."],
    ["O pedido não pode mais ser cancelado", "Só se cancela um pedido aberto; este já foi fechado ou cancelado."],
  ),
  BUSINESS_DAY_CLOSED: texts(
    ["El día de operación ya cerró", "El pedido es de un día de operación cerrado o anterior al día en curso."],
    ["The business day is closed", "The order belongs to a closed business day, or to one before the active day."],
    ["O dia de operação já foi fechado", "O pedido é de um dia de operação fechado ou anterior ao dia em curso."],
  ),
  FISCAL_ALREADY_CANCELLED: texts(
    ["El documento fiscal ya fue anulado", "La autoridad ya anuló el documento fiscal de este pedido."],
    ["The fiscal document is already void", "The authority has already voided the fiscal document of this order."],
    ["O documento fiscal já foi cancelado", "A autoridade já cancelou o documento fiscal deste pedido."],
  ),
  FISCAL_REPRESENTATION_NOT_VOIDED: texts(
    [
      "El documento fiscal sigue vigente",
      "El pedido tiene una factura sin nota de crédito. Anule primero la factura, espere y luego anule el pedido.",
    ],
    [
      "The fiscal document still stands",
      "The order has an invoice without a credit note. Void the invoice first, wait, then cancel the order.",
    ],
    [
      "O documento fiscal continua válido",
      "O pedido tem uma nota sem nota de crédito. Anule primeiro a nota, aguarde e depois cancele o pedido.",
    ],
  ),
}

/** Texts for an order that may be cancelled or was cancelled. */
export const ALLOWED_TEXTS = {
  eligible: texts(
    ["El pedido se puede anular", "Ninguna regla lo impide."],
    ["The order can be cancelled", "No rule stands in the way."],
    ["O pedido pode ser cancelado", "Nenhuma regra impede."],
  ),
  refunded: texts(
    ["Pedido anulado", "El pedido estaba pagado: se devuelve todo su dinero."],
    ["Order cancelled", "The order was paid: all of its money is given back."],
    ["Pedido cancelado", "O pedido estava pago: todo o dinheiro é devolvido."],
  ),
  toReturn: texts(
    ["Pedido anulado", "El pedido estaba pagado y su dinero, o una parte, aún no se ha devuelto."],
    ["Order cancelled", "The order was paid, and its money, or a part of it, has not been given back yet."],
    ["Pedido cancelado", "O pedido estava pago e o dinheiro, ou uma parte, ainda não foi devolvido."],
  ),
  unpaid: texts(
    ["Pedido anulado", "No se había cobrado nada."],
    ["Order cancelled", "Nothing had been charged."],
    ["Pedido cancelado", "Nada havia sido cobrado."],
  ),
} as const satisfies Record<string, Texts>

export type CancelledText = Exclude<keyof typeof ALLOWED_TEXTS, "eligible">

/** The text for a cancelled order, by what happened to its money. */
export function cancelledTextOf(order: OrderRecord): CancelledText {
  if (moneyToReturn(order).length > 0) return "toReturn"
  return order.paymentStatus === "REFUNDED" ? "refunded" : "unpaid"
}

/** Messages of codes: channels, fulfilment, payment methods, and reasons of cash differences, withdrawals and drawer openings. */
import type { Message } from "../translate.ts"

export const CHANNELS = {
  "channel.POS": { es: "Mostrador", pt: "Balcão", en: "Counter" },
  "channel.KIOSK": { es: "Kiosco", pt: "Totem", en: "Kiosk" },
  "channel.WEB": { es: "Web", pt: "Web", en: "Web" },
  "channel.APP": { es: "Aplicación", pt: "Aplicativo", en: "App" },
} satisfies Record<string, Message>

export const FULFILLMENTS = {
  "fulfillment.DINE_IN": { es: "Para comer aquí", pt: "Comer no local", en: "Eat in" },
  "fulfillment.TAKE_AWAY": { es: "Para llevar", pt: "Para viagem", en: "Take away" },
  "fulfillment.DELIVERY": { es: "Entrega", pt: "Entrega", en: "Delivery" },
  "fulfillment.PICKUP": { es: "Retiro", pt: "Retirada", en: "Pick-up" },
} satisfies Record<string, Message>

export const METHODS = {
  "method.CASH": { es: "Efectivo", pt: "Dinheiro", en: "Cash" },
  "method.CARD": { es: "Tarjeta", pt: "Cartão", en: "Card" },
  "method.CREDIT_CARD": { es: "Tarjeta de crédito", pt: "Cartão de crédito", en: "Credit card" },
  "method.DEBIT_CARD": { es: "Tarjeta de débito", pt: "Cartão de débito", en: "Debit card" },
  "method.TRANSFER": { es: "Transferencia", pt: "Transferência", en: "Transfer" },
  "method.LINK": { es: "Enlace de pago", pt: "Link de pagamento", en: "Payment link" },
  "method.PAYMENT_LINK": { es: "Enlace de pago", pt: "Link de pagamento", en: "Payment link" },
} satisfies Record<string, Message>

export const REASONS = {
  "reason.OTHER": { es: "Otro", pt: "Outro", en: "Other" },
  "reason.COUNTING_ERROR": { es: "Error de conteo", pt: "Erro de contagem", en: "Counting error" },
  "reason.WRONG_CHANGE_GIVEN": { es: "Cambio mal entregado", pt: "Troco errado", en: "Wrong change given" },
  "reason.INCOMPLETE_CUSTOMER_PAYMENT": {
    es: "El cliente pagó incompleto",
    pt: "O cliente pagou incompleto",
    en: "Customer paid too little",
  },
  "reason.MINOR_UNIDENTIFIED_DIFFERENCE": {
    es: "Diferencia menor sin identificar",
    pt: "Diferença menor não identificada",
    en: "Small difference, cause unknown",
  },
  "reason.UNRECORDED_PAYMENT": { es: "Pago no registrado", pt: "Pagamento não registrado", en: "Payment not recorded" },
  "reason.THEFT_SUSPECTED": { es: "Sospecha de robo", pt: "Suspeita de roubo", en: "Theft suspected" },
} satisfies Record<string, Message>

export const CATEGORIES = {
  "category.SAFE_DROP": { es: "Retiro a caja fuerte", pt: "Retirada para o cofre", en: "Safe drop" },
  "category.BANK_DEPOSIT": { es: "Depósito bancario", pt: "Depósito bancário", en: "Bank deposit" },
  "category.PAID_OUT": { es: "Pago a proveedor o gasto", pt: "Pagamento ou despesa", en: "Pay-out" },
  "category.TIP_OUT": { es: "Pago de propinas", pt: "Pagamento de gorjetas", en: "Tips paid out" },
  "category.SHIFT_HANDOVER": { es: "Entrega a otro turno", pt: "Entrega a outro turno", en: "Handed to another shift" },
  "category.OTHER": { es: "Otro", pt: "Outro", en: "Other" },
} satisfies Record<string, Message>

/** Reasons to open the drawer, besides those of withdrawals. */
export const OPENINGS = {
  "opening.refund": { es: "Devolución en efectivo", pt: "Estorno em dinheiro", en: "Cash refund" },
  "opening.sale": { es: "Venta en efectivo", pt: "Venda em dinheiro", en: "Cash sale" },
  "opening.GIVE_CHANGE": { es: "Dar cambio", pt: "Dar troco", en: "Making change" },
} satisfies Record<string, Message>

/** Messages of action items: kinds of jobs, and reasons that are codes. */
import type { Message } from "../../../../ui/translate.ts"

export const JOBS = {
  "job.callback.aggregator": {
    es: "Aviso de un agregador",
    pt: "Aviso de um agregador",
    en: "Report of an aggregator",
  },
  "job.callback.kitchen": { es: "Aviso de la cocina", pt: "Aviso da cozinha", en: "Report of the kitchen" },
  "job.callback.fiscal": {
    es: "Palabra de la autoridad fiscal",
    pt: "Palavra da autoridade fiscal",
    en: "Report of the fiscal authority",
  },
  "job.fiscal.submit": {
    es: "Enviar un documento a la autoridad",
    pt: "Enviar um documento à autoridade",
    en: "Sending a document to the authority",
  },
  "job.fiscal.ask": {
    es: "Preguntar a la autoridad por un documento",
    pt: "Perguntar à autoridade por um documento",
    en: "Asking the authority about a document",
  },
  "job.fiscal.cancel-duplicate": {
    es: "Anular un número que se dio dos veces",
    pt: "Cancelar um número dado duas vezes",
    en: "Cancelling a number of a sale that was numbered twice",
  },
  "job.fiscal.credit-refund": {
    es: "Numerar la nota de crédito de una venta devuelta",
    pt: "Numerar a nota de crédito de uma venda devolvida",
    en: "Numbering the credit note of a refunded sale",
  },
  "job.fiscal.void": {
    es: "Pedir a la autoridad la anulación de un documento",
    pt: "Pedir à autoridade o cancelamento de um documento",
    en: "Asking the authority to void a document",
  },
  "job.fiscal.sequences": {
    es: "Decir a la tienda sus secuencias fiscales",
    pt: "Dizer à loja as suas sequências fiscais",
    en: "Sending a store its fiscal sequences",
  },
  "job.catalog.product-back": {
    es: "Volver a vender un producto agotado",
    pt: "Voltar a vender um produto esgotado",
    en: "Making a sold-out product available again",
  },
  "job.records.returned": {
    es: "Devolver a un equipo lo que contó",
    pt: "Devolver a um equipamento o que contou",
    en: "Returning a box's records to it",
  },
  "job.parked.told": {
    es: "Decir a la tienda qué quedó apartado",
    pt: "Dizer à loja o que ficou separado",
    en: "Reporting failed operations to a store",
  },
  "job.webhook.deliver": { es: "Entrega de un evento", pt: "Entrega de um evento", en: "Delivery of an event" },
  "job.webhook.replay": {
    es: "Reenvío de los eventos de un período",
    pt: "Reenvio dos eventos de um período",
    en: "Replaying events",
  },
  "job.webhook.resume": {
    es: "Reanudar un destino",
    pt: "Retomar um destino",
    en: "Resuming an endpoint",
  },
  "job.bridge.link": {
    es: "Pedir un enlace de pago",
    pt: "Pedir um link de pagamento",
    en: "Asking for a payment link",
  },
  "job.bridge.refund": {
    es: "Devolver el dinero de un enlace",
    pt: "Devolver o dinheiro de um link",
    en: "Refunding a payment link",
  },
  "job.bridge.store": {
    es: "Responder a la tienda por un cobro",
    pt: "Responder à loja sobre uma cobrança",
    en: "Answering a store about a charge",
  },
  "job.bridge.unplaced": {
    es: "Devolver un pago que la tienda no pudo usar",
    pt: "Devolver um pagamento que a loja não pôde usar",
    en: "Refunding a payment that the store could not use",
  },
  "job.bridge.close": {
    es: "Cerrar los enlaces de un pedido",
    pt: "Fechar os links de um pedido",
    en: "Closing the links of an order",
  },
  "job.bridge.cancel": {
    es: "Cancelar un enlace de pago",
    pt: "Cancelar um link de pagamento",
    en: "Cancelling a payment link",
  },
  "job.bridge.doubt": {
    es: "Vigilar un pago que aún no es de su pedido",
    pt: "Vigiar um pagamento que ainda não é do seu pedido",
    en: "Watching a payment whose order has not arrived",
  },
  "job.sandbox.notice": {
    es: "Avisar un pago del proveedor de prueba",
    pt: "Avisar um pagamento do provedor de teste",
    en: "Reporting a payment at the test provider",
  },
  "actionItems.why.FISCAL_NUMBERING_FAILED": {
    es: "No se pudo dar el número fiscal.",
    pt: "Não foi possível dar o número fiscal.",
    en: "No fiscal number could be given.",
  },
  "actionItems.why.PAID_TWICE": {
    es: "Se cobró dinero que el pedido no admite",
    pt: "Foi cobrado dinheiro que o pedido não aceita",
    en: "Money was taken that the order cannot take",
  },
  "actionItems.why.CANCELLED_AND_PAID": {
    es: "El pedido se anuló y nadie ha devuelto su dinero",
    pt: "O pedido foi cancelado e ninguém devolveu o dinheiro",
    en: "The order was cancelled and its money has not been refunded",
  },
  "actionItems.why.CERTIFICATE_DIFFERS": {
    es: "El certificado es otro.",
    pt: "O certificado é outro.",
    en: "The certificates differ.",
  },
  "actionItems.why.UNRULED": {
    es: "La autoridad no se ha pronunciado.",
    pt: "A autoridade não se pronunciou.",
    en: "The authority has not decided yet.",
  },
  "actionItems.why.UNRULED_ON_ITS_WAY": {
    es: "Va de camino a la autoridad.",
    pt: "Está a caminho da autoridade.",
    en: "It is on its way to the authority.",
  },
  "actionItems.why.NUMBERED_TWICE": {
    es: "Se numeró en los dos lados.",
    pt: "Foi numerado dos dois lados.",
    en: "The store and the hub both numbered it.",
  },
  "actionItems.why.NUMBERED_TWICE, VOIDING": {
    es: "Se numeró en los dos lados; este número se está anulando.",
    pt: "Foi numerado dos dois lados; este número está sendo cancelado.",
    en: "The store and the hub both numbered it, and this number is being cancelled.",
  },
  "actionItems.why.NUMBERED_TWICE, VOIDED": {
    es: "Se numeró en los dos lados; este número está anulado.",
    pt: "Foi numerado dos dois lados; este número está cancelado.",
    en: "The store and the hub both numbered it, and this number is cancelled.",
  },
  "actionItems.why.NOT_VOIDED": {
    es: "El pedido se canceló y su factura sigue vigente.",
    pt: "O pedido foi cancelado e a fatura continua válida.",
    en: "The order was cancelled, but its invoice is still valid.",
  },
  "actionItems.why.NO_VERDICT": {
    es: "No se pudo preguntar a la autoridad.",
    pt: "Não foi possível perguntar à autoridade.",
    en: "The authority could not be asked.",
  },
  "actionItems.why.NOT_SUBMITTED": {
    es: "No se pudo enviar a la autoridad.",
    pt: "Não foi possível enviar à autoridade.",
    en: "It could not be sent to the authority.",
  },
  "actionItems.why.waiting": { es: "Espera su pedido.", pt: "Espera o seu pedido.", en: "It waits for its order." },
  "actionItems.why.unfit": {
    es: "No cuadra con su pedido.",
    pt: "Não fecha com o seu pedido.",
    en: "It does not match its order.",
  },
  "actionItems.why.failing": { es: "Falla", pt: "Falha", en: "Failing" },
} as const satisfies Record<string, Message>

/** Messages: conflicts of orders, their reasons and what to do about each, at the back office and at the store. */
import type { Message } from "../translate.ts"

export const CONFLICTS = {
  "conflict.payment": {
    es: "Un pago que el pedido no admite",
    pt: "Um pagamento que o pedido não aceita",
    en: "A payment that the order cannot take",
  },
  "conflict.payment.todo": {
    es: "Este pago llegó cuando el pedido ya no lo admitía, y el proveedor no lo ha devuelto. Si el cliente pagó de más, devuélvalo y anote cómo; si es el mismo dinero, descártelo y diga por qué.",
    pt: "Este pagamento chegou quando o pedido já não o aceitava, e o provedor não o devolveu. Se o cliente pagou a mais, devolva e registre como; se é o mesmo dinheiro, descarte e diga por quê.",
    en: "This payment came when the order could not take it any more, and no provider has returned it. If the guest paid too much, refund it and record how; if it is the same money, dismiss it and say why.",
  },
  "conflict.cancellation": {
    es: "Una cancelación que llegó tarde",
    pt: "Um cancelamento que chegou tarde",
    en: "A cancellation that came too late",
  },
  "conflict.cancellation.todo": {
    es: "La central la aceptó, pero el pedido sigue en pie. Avise al cliente y anote qué se acordó.",
    pt: "A central o aceitou, mas o pedido continua valendo. Avise o cliente e anote o combinado.",
    en: "The back office accepted it, but the order is still valid. Tell the guest that it came too late, and note what was agreed.",
  },
  "conflict.correction": {
    es: "Una corrección que llegó tarde",
    pt: "Uma correção que chegou tarde",
    en: "A correction that came too late",
  },
  "conflict.correction.todo": {
    es: "La central la aceptó y el pedido no la tiene. Compare los datos del comprador con el cliente; si hace falta, anule la factura y emita otra.",
    pt: "A central a aceitou e o pedido não a tem. Confira os dados do comprador com o cliente; se preciso, cancele a nota e emita outra.",
    en: "The back office accepted it, but the order does not have it. Check the buyer's data with the guest; if necessary, void the invoice and issue another.",
  },
  "conflict.lines": {
    es: "Dos contenidos para un pedido",
    pt: "Dois conteúdos para um pedido",
    en: "Two contents for one order",
  },
  "conflict.lines.todo": {
    es: "La central y la tienda recibieron líneas distintas; valen las de la tienda. Pregunte al cliente qué pidió.",
    pt: "A central e a loja receberam itens diferentes; valem os da loja. Pergunte ao cliente o que pediu.",
    en: "The back office and the store received different lines; the store's are valid. Ask the guest what was ordered.",
  },
  "conflict.LINES_DIFFER": {
    es: "La central y la tienda recibieron contenidos distintos; vale el de la tienda",
    pt: "A central e a loja receberam conteúdos diferentes; vale o da loja",
    en: "Hub and store were sent different contents; the store's is valid",
  },
  "conflict.PREPAID_AT_HUB": {
    es: "La central recibió el pedido como pagado; la tienda no supo de ese dinero",
    pt: "A central recebeu o pedido como pago; a loja não soube desse dinheiro",
    en: "The hub was sent the order as prepaid; the store was not told of that money",
  },
  "conflict.CANCELLED_UNRETURNED": {
    es: "La central canceló el pedido y nadie ha devuelto lo que se pagó ahí",
    pt: "A central cancelou o pedido e ninguém devolveu o que foi pago lá",
    en: "The hub cancelled the order, and nobody has given back what was paid there",
  },
  "conflict.RETURNED_TWICE": {
    es: "El pedido se canceló en los dos lados y los dos devolvieron el dinero",
    pt: "O pedido foi cancelado nos dois lados e os dois devolveram o dinheiro",
    en: "The order was cancelled on both sides, and both gave the money back",
  },
  "conflict.REFUND_REFUSED": {
    es: "El pedido no admitió este pago y el proveedor rechazó devolverlo",
    pt: "O pedido não aceitou este pagamento e o provedor recusou devolvê-lo",
    en: "The order could not take this payment, and the provider refused to return it",
  },
  "conflict.REFUND_ONLY_AT_HUB": {
    es: "Se pagó por un proveedor; solo la central puede devolverlo. Cancele en la central",
    pt: "Foi pago por um provedor; só a central pode devolver. Cancele na central",
    en: "It was paid through a provider; only the hub can refund it. Cancel at the hub",
  },
  "conflict.ORDER_NOT_OPEN": {
    es: "El pedido ya no estaba abierto, o ya estaba pagado",
    pt: "O pedido já não estava aberto, ou já estava pago",
    en: "The order was no longer open, or was paid already",
  },
  "conflict.ORDER_ALREADY_INVOICED": {
    es: "El pedido ya tiene factura: anúlela y emita otra",
    pt: "O pedido já tem nota: cancele-a e emita outra",
    en: "The order has an invoice already: void it and issue another",
  },
  "conflict.STALE_REVISION": {
    es: "El pedido había cambiado mientras tanto",
    pt: "O pedido tinha mudado nesse meio-tempo",
    en: "The order had changed meanwhile",
  },
  "conflict.AMOUNT_MISMATCH": {
    es: "Los pagos aprobados no suman el total del pedido",
    pt: "Os pagamentos aprovados não somam o total do pedido",
    en: "The approved payments do not add up to the order's total",
  },
  "conflict.CONFLICT": {
    es: "Un pago con el mismo número está anotado con otro monto, estado o método",
    pt: "Um pagamento com o mesmo número está registrado com outro valor, estado ou método",
    en: "A payment with the same number is on file with another amount, status or method",
  },
  "conflict.FISCAL_NUMBERING_FAILED": {
    es: "La venta no recibió número fiscal, y la tienda no vende sin él",
    pt: "A venda não recebeu número fiscal, e a loja não vende sem ele",
    en: "The sale got no fiscal number, and the store does not sell without one",
  },
  "conflict.PAYLOAD_TOO_LARGE": {
    es: "El pedido sería demasiado grande",
    pt: "O pedido ficaria grande demais",
    en: "The order would become too large",
  },
  "conflict.VALIDATION_ERROR": {
    es: "El pedido de la tienda no admite esos datos",
    pt: "O pedido da loja não aceita esses dados",
    en: "The store's order does not take this data",
  },
  "conflict.CANCELLATION_IN_PROGRESS": {
    es: "El pedido ya se estaba cancelando",
    pt: "O pedido já estava sendo cancelado",
    en: "The order was being cancelled already",
  },
  "conflict.ORDER_NOT_CANCELLABLE": {
    es: "El pedido ya no se puede cancelar: fue cerrado o cancelado",
    pt: "O pedido não pode mais ser cancelado: foi fechado ou cancelado",
    en: "The order can no longer be cancelled: it was closed or cancelled",
  },
  "conflict.BUSINESS_DAY_CLOSED": {
    es: "El día comercial del pedido ya cerró",
    pt: "O dia comercial do pedido já foi fechado",
    en: "The order's business day is closed",
  },
  "conflict.FISCAL_ALREADY_CANCELLED": {
    es: "La autoridad ya anuló el documento fiscal",
    pt: "A autoridade já cancelou o documento fiscal",
    en: "The authority has already voided the fiscal document",
  },
  "conflict.FISCAL_REPRESENTATION_NOT_VOIDED": {
    es: "La factura sigue vigente: anúlela antes de cancelar",
    pt: "A nota continua válida: cancele-a antes do pedido",
    en: "The invoice still stands: void it before the order is cancelled",
  },
  "conflict.CANCELLATION_POLICY_DENIED": {
    es: "Una regla de la cuenta no permite cancelarlo",
    pt: "Uma regra da conta não permite cancelar",
    en: "A rule of the account does not allow the cancellation",
  },
  "changed.buyer": { es: "los datos del comprador", pt: "os dados do comprador", en: "the buyer's data" },
  "changed.kiosk": { es: "las respuestas del kiosco", pt: "as respostas do totem", en: "the kiosk's answers" },
  "changed.buyerAndKiosk": {
    es: "los datos del comprador y las respuestas del kiosco",
    pt: "os dados do comprador e as respostas do totem",
    en: "the buyer's data and the kiosk's answers",
  },
  "detail.conflict": { es: "{value}", pt: "{value}", en: "{value}" },
  "detail.hubContents": { es: "central: {value}", pt: "central: {value}", en: "hub: {value}" },
  "detail.storeContents": { es: "tienda: {value}", pt: "loja: {value}", en: "store: {value}" },
  "detail.method": { es: "método: {value}", pt: "método: {value}", en: "method: {value}" },
  "detail.rule": { es: "regla: {value}", pt: "regra: {value}", en: "rule: {value}" },
  "detail.said": { es: "respuesta: {value}", pt: "resposta: {value}", en: "answer: {value}" },
  "detail.changed": {
    es: "la corrección cambiaba {value}",
    pt: "a correção mudava {value}",
    en: "the correction changed {value}",
  },
  "detail.orderCode": { es: "código del pedido: {value}", pt: "código do pedido: {value}", en: "order code: {value}" },
} satisfies Record<string, Message>

/** Messages: conflicts of orders and what to do about each, at the back office and at the store. */
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
} satisfies Record<string, Message>

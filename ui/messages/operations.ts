/** Messages: kinds of operations, for lists of dead letters and an order's timeline. */
import type { DownKind, UpKind } from "../../protocol/sync/ops.ts"
import type { Message } from "../translate.ts"

export const OPS = {
  "op.order.changed": { es: "Pedido cambiado", pt: "Pedido alterado", en: "Order changed" },
  "op.order.created": { es: "Pedido nuevo", pt: "Pedido novo", en: "New order" },
  "op.lost-sale.recorded": { es: "Venta perdida", pt: "Venda perdida", en: "Lost sale" },
  "op.cash.closed": { es: "Cierre de caja", pt: "Fechamento de caixa", en: "Cash close" },
  "op.cash.authorized": {
    es: "Diferencia de caja autorizada",
    pt: "Diferença de caixa autorizada",
    en: "Cash difference approved",
  },
  "op.shift.changed": { es: "Turno de caja", pt: "Turno de caixa", en: "Cashier's shift" },
  "op.drawer.opened": { es: "Cajón abierto", pt: "Gaveta aberta", en: "Drawer opened" },
  "op.day.opened": { es: "Día abierto", pt: "Dia aberto", en: "Day opened" },
  "op.day.closed": { es: "Día cerrado", pt: "Dia fechado", en: "Day closed" },
  "op.component.beat": { es: "Señal de un aparato", pt: "Sinal de um aparelho", en: "Heartbeat of a device" },
  "op.charge.asked": { es: "Cobro pedido", pt: "Cobrança pedida", en: "Charge requested" },
  "op.payment.unplaced": { es: "Pago sin pedido", pt: "Pagamento sem pedido", en: "Payment without an order" },
  "op.payment.heard": { es: "Pago recibido", pt: "Pagamento recebido", en: "Payment received" },
  "op.health.reported": { es: "Estado de la tienda", pt: "Estado da loja", en: "State of the store" },
  "op.kitchen.recorded": { es: "Paso de la cocina", pt: "Passo da cozinha", en: "Kitchen step" },
  "op.kitchen.reported": { es: "Aviso de la cocina", pt: "Aviso da cozinha", en: "Kitchen report" },
  "op.fiscal.numbered": { es: "Número fiscal", pt: "Número fiscal", en: "Fiscal number" },
  "op.fiscal.ruled": {
    es: "Respuesta de la autoridad fiscal",
    pt: "Resposta da autoridade fiscal",
    en: "The tax authority's ruling",
  },
  "op.fiscal.sequences": { es: "Secuencias fiscales", pt: "Sequências fiscais", en: "Fiscal sequences" },
  "op.stock.changed": {
    es: "Producto agotado o disponible",
    pt: "Produto esgotado ou disponível",
    en: "Product sold out or back",
  },
  "op.audit.recorded": { es: "Registro de lo hecho", pt: "Registro do que foi feito", en: "Record of what was done" },
  "op.parked.told": {
    es: "Lista de operaciones fallidas",
    pt: "Lista de operações com falha",
    en: "List of failed operations",
  },
  "op.parked.settled": {
    es: "Decisión sobre una operación fallida",
    pt: "Decisão sobre uma operação com falha",
    en: "Decision on a failed operation",
  },
  "op.conflict.resolved": {
    es: "Conflicto de un pedido, resuelto",
    pt: "Conflito de um pedido, resolvido",
    en: "An order's conflict, resolved",
  },
  "op.store.configured": { es: "Configuración de la tienda", pt: "Configuração da loja", en: "The store's settings" },
  "op.catalog.changed": { es: "Catálogo", pt: "Catálogo", en: "Catalogue" },
  "op.menus.synced": { es: "Menús", pt: "Cardápios", en: "Menus" },
  "op.refund.recorded": { es: "Devolución anotada", pt: "Estorno registrado", en: "Refund recorded" },
  "op.refund.settled": { es: "Devolución de dinero", pt: "Estorno", en: "Refund" },
  "op.aggregator.reported": { es: "Aviso del agregador", pt: "Aviso do agregador", en: "Aggregator report" },
  "op.template.added": { es: "Plantilla de documento", pt: "Modelo de documento", en: "Document template" },
  "op.records.returned": {
    es: "Datos devueltos al equipo",
    pt: "Dados devolvidos ao equipamento",
    en: "Records returned to the box",
  },
} as const satisfies Record<`op.${UpKind | DownKind}`, Message>

/** Messages: closing the day and late orders. */
import type { Message } from "../../../../ui/translate.ts"

export const CLOSE = {
  "close.before": { es: "Antes de cerrar", pt: "Antes de fechar", en: "Before you close" },
  "close.close": { es: "Cerrar el día", pt: "Fechar o dia", en: "Close the day" },
  "close.confirmTitle": { es: "¿Cerrar el día {date}?", pt: "Fechar o dia {date}?", en: "Close the day {date}?" },
  "close.confirmText": {
    es: "Después no se puede reabrir. Las cifras quedan fijas; lo que llegue tarde se muestra aparte.",
    pt: "Depois não é possível reabrir. Os números ficam fixos; o que chegar tarde é mostrado à parte.",
    en: "It cannot be opened again. Its figures are final; late sales are shown separately.",
  },
  "close.confirm": { es: "Sí, cerrar", pt: "Sim, fechar", en: "Yes, close" },
  "close.anyway": { es: "Cerrar de todos modos", pt: "Fechar mesmo assim", en: "Close anyway" },
  "close.notYet": { es: "Todavía no", pt: "Ainda não", en: "Not yet" },
  "close.blocked": {
    es: "Primero hay que decir si los pagos dudosos llegaron.",
    pt: "Primeiro é preciso dizer se os pagamentos duvidosos entraram.",
    en: "First settle the payments in doubt.",
  },
  "close.look": { es: "Revisar", pt: "Verificar", en: "Review" },
  "close.atRegister": { es: "En la caja", pt: "No caixa", en: "At the register" },
  "close.fine.shifts": {
    es: "Todos los cajones contados",
    pt: "Todas as gavetas contadas",
    en: "Every drawer is counted",
  },
  "close.fine.doubts": { es: "Ningún pago dudoso", pt: "Nenhum pagamento duvidoso", en: "No payment in doubt" },
  "close.fine.orders": { es: "Sin pedidos abiertos", pt: "Sem pedidos abertos", en: "No open orders" },
  "close.fine.kitchen": { es: "Nada en la cocina", pt: "Nada na cozinha", en: "Nothing in the kitchen" },
  "close.fine.prints": { es: "Todo está impreso", pt: "Tudo está impresso", en: "Everything is printed" },
  "close.fine.parked": {
    es: "Todo lo de la central está aplicado",
    pt: "Tudo da central está aplicado",
    en: "All changes from the back office are applied",
  },
  "close.fine.unsent": { es: "La central tiene todo", pt: "A central tem tudo", en: "The back office has everything" },
  "close.open.shifts": {
    es: "{n} {n|turno abierto|turnos abiertos}",
    pt: "{n} {n|turno aberto|turnos abertos}",
    en: "{n} open {n|shift|shifts}",
  },
  "close.open.doubts": {
    es: "{n} {n|pago dudoso|pagos dudosos}",
    pt: "{n} {n|pagamento duvidoso|pagamentos duvidosos}",
    en: "{n} {n|payment|payments} in doubt",
  },
  "close.open.orders": {
    es: "{n} {n|pedido abierto|pedidos abiertos} por {total}",
    pt: "{n} {n|pedido aberto|pedidos abertos} de {total}",
    en: "{n} open {n|order|orders} worth {total}",
  },
  "close.open.kitchen": {
    es: "{n} {n|comanda abierta|comandas abiertas} en la cocina",
    pt: "{n} {n|comanda aberta|comandas abertas} na cozinha",
    en: "{n} open kitchen {n|ticket|tickets}",
  },
  "close.open.prints": {
    es: "{n} {n|impresión|impresiones} sin salir",
    pt: "{n} {n|impressão|impressões} sem sair",
    en: "{n} {n|print|prints} not printed yet",
  },
  "close.open.parked": {
    es: "{n} {n|cambio|cambios} de la central sin aplicar",
    pt: "{n} {n|mudança|mudanças} da central sem aplicar",
    en: "{n} {n|change|changes} from the back office not applied",
  },
  "close.open.unsent": {
    es: "{n} {n|cambio|cambios} por enviar a la central",
    pt: "{n} {n|mudança|mudanças} a enviar à central",
    en: "{n} {n|change|changes} to send to the back office",
  },
  "close.if.shifts": {
    es: "{n} {n|turno sigue|turnos siguen} sin contar; su cierre quedará marcado como tardío.",
    pt: "{n} {n|turno continua|turnos continuam} sem contagem; o fechamento ficará marcado como tardio.",
    en: "{n} {n|shift is|shifts are} not counted; a later count is marked as made after the close.",
  },
  "close.if.doubts": {
    es: "{n} {n|pago queda|pagos quedan} sin aclarar, y su pedido se cierra sin cobrar.",
    pt: "{n} {n|pagamento fica|pagamentos ficam} sem esclarecer, e o pedido é fechado sem cobrança.",
    en: "{n} {n|payment stays|payments stay} in doubt, and the order is closed without payment.",
  },
  "close.if.orders": {
    es: "{n} {n|pedido|pedidos} por {total} {n|se cerrará|se cerrarán} sin cobrar; lo ya pagado se da por entregado.",
    pt: "{n} {n|pedido|pedidos} de {total} {n|será fechado|serão fechados} sem cobrança; o já pago conta como entregue.",
    en: "{n} {n|order|orders} worth {total} will be closed without payment; what is paid counts as handed over.",
  },
  "close.if.kitchen": {
    es: "{n} {n|comanda sigue|comandas siguen} en la cocina.",
    pt: "{n} {n|comanda continua|comandas continuam} na cozinha.",
    en: "{n} {n|ticket stays|tickets stay} open in the kitchen.",
  },
  "close.if.prints": {
    es: "{n} {n|impresión queda|impresiones quedan} por salir.",
    pt: "{n} {n|impressão fica|impressões ficam} por sair.",
    en: "{n} {n|print stays|prints stay} in the queue.",
  },
  "close.if.parked": {
    es: "{n} {n|cambio queda|cambios quedan} sin aplicar.",
    pt: "{n} {n|mudança fica|mudanças ficam} sem aplicar.",
    en: "{n} {n|change stays|changes stay} unapplied.",
  },
  "close.if.unsent": {
    es: "{n} {n|cambio se enviará|cambios se enviarán} cuando haya conexión.",
    pt: "{n} {n|mudança será enviada|mudanças serão enviadas} quando houver conexão.",
    en: "{n} {n|change|changes} will be sent when there is a connection.",
  },
  "close.done": { es: "El día está cerrado", pt: "O dia está fechado", en: "The day is closed" },
  "close.doneText": {
    es: "El día siguiente se abre en la caja.",
    pt: "O próximo dia se abre no caixa.",
    en: "The next day is opened at the register.",
  },
  "close.progress": { es: "El cierre", pt: "O fechamento", en: "The close" },
  "close.fixed": { es: "Cifras fijas", pt: "Números fixos", en: "Figures are final" },
  "close.told": { es: "La central lo sabe", pt: "A central já sabe", en: "The back office knows" },
  "close.telling": {
    es: "Avisando a la central: {n} {n|cambio|cambios} por confirmar",
    pt: "Avisando a central: {n} {n|mudança|mudanças} a confirmar",
    en: "Informing the back office: {n} {n|change|changes} not confirmed yet",
  },
  "close.print": { es: "Imprimir el cierre", pt: "Imprimir o fechamento", en: "Print the close" },
  "days.title": { es: "Últimos días cerrados", pt: "Últimos dias fechados", en: "Recently closed days" },
  "days.late": {
    es: "llegó tarde: {n} {n|venta|ventas}, {total}",
    pt: "chegou tarde: {n} {n|venda|vendas}, {total}",
    en: "late: {n} {n|sale|sales}, {total}",
  },
} as const satisfies Record<string, Message>

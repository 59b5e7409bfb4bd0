/** Messages: the business day, its close and report, print jobs. */
import type { Message } from "../../../../ui/translate.ts"

export const DAY = {
  "day.openTitle": { es: "Día {date}, abierto", pt: "Dia {date}, aberto", en: "Day {date}, open" },
  "day.closedTitle": { es: "Día {date}, cerrado", pt: "Dia {date}, fechado", en: "Day {date}, closed" },
  "day.none": { es: "No hay un día abierto", pt: "Não há dia aberto", en: "No day is open" },
  "day.isClosed": { es: "El día está cerrado", pt: "O dia está fechado", en: "The day is closed" },
  "day.openNext": { es: "Abrir un día", pt: "Abrir um dia", en: "Open a day" },
  "day.checklist": { es: "Antes de cerrar", pt: "Antes de fechar", en: "Before you close" },
  "day.fine.doubts": { es: "Ningún pago por aclarar", pt: "Nenhum pagamento a esclarecer", en: "No payment to settle" },
  "day.fine.orders": { es: "Sin pedidos abiertos", pt: "Sem pedidos abertos", en: "No open orders" },
  "day.fine.sale": { es: "Ninguna venta a medias", pt: "Nenhuma venda pela metade", en: "No unfinished sale" },
  "day.fine.kitchen": { es: "Nada en la cocina", pt: "Nada na cozinha", en: "Nothing in the kitchen" },
  "day.fine.shifts": {
    es: "Todos los cajones contados",
    pt: "Todas as gavetas contadas",
    en: "Every drawer is counted",
  },
  "day.fine.jobs": {
    es: "Todo está impreso y aclarado",
    pt: "Tudo está impresso e esclarecido",
    en: "Everything is printed and settled",
  },
  "day.fine.unsent": { es: "La central tiene todo", pt: "A central tem tudo", en: "The back office has everything" },
  "day.open.doubts": {
    es: "{n} {n|pago|pagos} por aclarar: impide el cierre",
    pt: "{n} {n|pagamento|pagamentos} a esclarecer: impede o fechamento",
    en: "{n} {n|payment|payments} to settle: no close before",
  },
  "day.open.orders": {
    es: "{n} {n|pedido abierto|pedidos abiertos} por {total}",
    pt: "{n} {n|pedido aberto|pedidos abertos} de {total}",
    en: "{n} open {n|order|orders} worth {total}",
  },
  "day.open.sale": {
    es: "Una venta a medias en esta caja, de {total}",
    pt: "Uma venda pela metade neste caixa, de {total}",
    en: "An unfinished sale at this register, worth {total}",
  },
  "day.open.kitchen": {
    es: "{n} {n|comanda abierta|comandas abiertas} en la cocina",
    pt: "{n} {n|comanda aberta|comandas abertas} na cozinha",
    en: "{n} open kitchen {n|ticket|tickets}",
  },
  "day.open.shifts": {
    es: "{n} {n|turno abierto|turnos abiertos}",
    pt: "{n} {n|turno aberto|turnos abertos}",
    en: "{n} open {n|shift|shifts}",
  },
  "day.open.jobs": {
    es: "{n} {n|impresión|impresiones} sin salir o sin aclarar",
    pt: "{n} {n|impressão|impressões} sem sair ou sem esclarecer",
    en: "{n} {n|print|prints} not printed or not settled",
  },
  "day.open.unsent": {
    es: "{n} {n|cambio|cambios} por enviar a la central",
    pt: "{n} {n|mudança|mudanças} a enviar à central",
    en: "{n} {n|change|changes} to send to the back office",
  },
  "day.look": { es: "Revisar", pt: "Verificar", en: "Review" },
  "day.close": { es: "Cerrar el día", pt: "Fechar o dia", en: "Close the day" },
  "day.confirmTitle": { es: "¿Cerrar el día {date}?", pt: "Fechar o dia {date}?", en: "Close the day {date}?" },
  "day.confirmText": {
    es: "Después no se puede reabrir. El informe queda fijo y se puede imprimir.",
    pt: "Depois não é possível reabrir. O relatório fica fixo e pode ser impresso.",
    en: "It cannot be opened again. The report is fixed and can be printed.",
  },
  "day.confirm": { es: "Cerrar el día", pt: "Fechar o dia", en: "Close the day" },
  "day.closeAnyway": { es: "Cerrar de todos modos", pt: "Fechar mesmo assim", en: "Close anyway" },
  "day.notYet": { es: "Todavía no", pt: "Ainda não", en: "Not yet" },
  "day.if.doubts": {
    es: "{n} {n|pago está|pagos están} por aclarar: hay que hacerlo antes, en Pedidos.",
    pt: "{n} {n|pagamento está|pagamentos estão} a esclarecer: é preciso fazer antes, em Pedidos.",
    en: "{n} {n|payment is|payments are} not settled: do so first, in Orders.",
  },
  "day.if.orders": {
    es: "{n} {n|pedido|pedidos} por {total} {n|se cerrará|se cerrarán} sin cobrar.",
    pt: "{n} {n|pedido|pedidos} de {total} {n|será fechado|serão fechados} sem cobrança.",
    en: "{n} {n|order|orders} worth {total} will be closed without payment.",
  },
  "day.if.sale": {
    es: "La venta a medias queda en esta caja; se puede cobrar el día siguiente.",
    pt: "A venda pela metade fica neste caixa; pode ser cobrada no dia seguinte.",
    en: "The unfinished sale stays at this register; it can be charged the next day.",
  },
  "day.if.kitchen": {
    es: "{n} {n|comanda sigue|comandas siguen} en la cocina.",
    pt: "{n} {n|comanda continua|comandas continuam} na cozinha.",
    en: "{n} {n|ticket stays|tickets stay} open in the kitchen.",
  },
  "day.if.shifts": {
    es: "{n} {n|turno sigue|turnos siguen} sin contar; su cierre quedará marcado como tardío.",
    pt: "{n} {n|turno continua|turnos continuam} sem contagem; o fechamento ficará marcado como tardio.",
    en: "{n} {n|shift is|shifts are} not counted; a later count is marked as made after the close.",
  },
  "day.if.jobs": {
    es: "{n} {n|impresión queda|impresiones quedan} por salir o por aclarar.",
    pt: "{n} {n|impressão fica|impressões ficam} por sair ou por esclarecer.",
    en: "{n} {n|print stays|prints stay} to be printed or settled.",
  },
  "day.if.unsent": {
    es: "{n} {n|cambio se enviará|cambios se enviarán} a la central cuando haya conexión.",
    pt: "{n} {n|mudança será enviada|mudanças serão enviadas} à central quando houver conexão.",
    en: "{n} {n|change|changes} will be sent to the back office when there is a connection.",
  },
  "preview.hidden": {
    es: "Se muestra cuando no queda ningún turno abierto: el conteo es a ciegas.",
    pt: "É mostrado quando não houver turno aberto: a contagem é às cegas.",
    en: "Shown once no shift is open: the count is blind.",
  },
  "preview.print": { es: "Imprimir el cierre", pt: "Imprimir o fechamento", en: "Print the close" },
  "printQueue.title": { es: "Impresiones pendientes", pt: "Impressões pendentes", en: "Waiting prints" },
} as const satisfies Record<string, Message>

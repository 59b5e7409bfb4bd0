/** Messages: the checklist before a day is closed, and payments in doubt. */
import type { Message } from "../translate.ts"

export const CLOSE_CHECKS = {
  "close.before": { es: "Antes de cerrar", pt: "Antes de fechar", en: "Before you close" },
  "close.close": { es: "Cerrar el día", pt: "Fechar o dia", en: "Close the day" },
  "close.confirmTitle": { es: "¿Cerrar el día {date}?", pt: "Fechar o dia {date}?", en: "Close the day {date}?" },
  "close.confirmText": {
    es: "Después no se puede reabrir. Las cifras quedan fijas; lo que llegue tarde se muestra aparte.",
    pt: "Depois não é possível reabrir. Os números ficam fixos; o que chegar tarde é mostrado à parte.",
    en: "It cannot be opened again. Its figures are final; late sales are shown separately.",
  },
  "close.confirm": { es: "Cerrar el día", pt: "Fechar o dia", en: "Close the day" },
  "close.anyway": { es: "Cerrar de todos modos", pt: "Fechar mesmo assim", en: "Close anyway" },
  "close.notYet": { es: "Todavía no", pt: "Ainda não", en: "Not yet" },
  "close.look": { es: "Revisar", pt: "Verificar", en: "Review" },
  "close.fine.shifts": {
    es: "Todos los cajones contados",
    pt: "Todas as gavetas contadas",
    en: "Every drawer is counted",
  },
  "close.fine.doubts": { es: "Ningún pago dudoso", pt: "Nenhum pagamento duvidoso", en: "No payment in doubt" },
  "close.fine.orders": { es: "Sin pedidos abiertos", pt: "Sem pedidos abertos", en: "No open orders" },
  "close.fine.sale": { es: "Ninguna venta a medias", pt: "Nenhuma venda pela metade", en: "No unfinished sale" },
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
    es: "{n} {n|pago dudoso|pagos dudosos}: impide el cierre",
    pt: "{n} {n|pagamento duvidoso|pagamentos duvidosos}: impede o fechamento",
    en: "{n} {n|payment|payments} in doubt: settle first",
  },
  "close.open.orders": {
    es: "{n} {n|pedido abierto|pedidos abiertos} por {total}",
    pt: "{n} {n|pedido aberto|pedidos abertos} de {total}",
    en: "{n} open {n|order|orders} worth {total}",
  },
  "close.open.sale": {
    es: "Una venta a medias en esta caja, de {total}",
    pt: "Uma venda pela metade neste caixa, de {total}",
    en: "An unfinished sale at this register, worth {total}",
  },
  "close.open.kitchen": {
    es: "{n} {n|comanda abierta|comandas abiertas} en la cocina",
    pt: "{n} {n|comanda aberta|comandas abertas} na cozinha",
    en: "{n} open kitchen {n|ticket|tickets}",
  },
  "close.open.prints": {
    es: "{n} {n|impresión|impresiones} sin salir o sin aclarar",
    pt: "{n} {n|impressão|impressões} sem sair ou sem esclarecer",
    en: "{n} {n|print|prints} not printed or not settled",
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
    es: "{n} {n|pago dudoso|pagos dudosos}: hay que aclararlos antes.",
    pt: "{n} {n|pagamento duvidoso|pagamentos duvidosos}: é preciso esclarecer antes.",
    en: "{n} {n|payment|payments} in doubt: settle first.",
  },
  "close.if.orders": {
    es: "{n} {n|pedido|pedidos} por {total} {n|se cerrará|se cerrarán} sin cobrar; lo ya pagado se da por entregado.",
    pt: "{n} {n|pedido|pedidos} de {total} {n|será fechado|serão fechados} sem cobrança; o já pago conta como entregue.",
    en: "{n} {n|order|orders} worth {total} will be closed without payment; what is paid counts as handed over.",
  },
  "close.if.sale": {
    es: "La venta a medias queda en esta caja; se puede cobrar el día siguiente.",
    pt: "A venda pela metade fica neste caixa; pode ser cobrada no dia seguinte.",
    en: "The unfinished sale stays at this register; it can be charged the next day.",
  },
  "close.if.kitchen": {
    es: "{n} {n|comanda sigue|comandas siguen} en la cocina.",
    pt: "{n} {n|comanda continua|comandas continuam} na cozinha.",
    en: "{n} {n|ticket stays|tickets stay} open in the kitchen.",
  },
  "close.if.prints": {
    es: "{n} {n|impresión queda|impresiones quedan} por salir o por aclarar.",
    pt: "{n} {n|impressão fica|impressões ficam} por sair ou por esclarecer.",
    en: "{n} {n|print stays|prints stay} to be printed or settled.",
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
  "doubts.title": { es: "Pagos dudosos", pt: "Pagamentos duvidosos", en: "Payments in doubt" },
  "doubts.text": {
    es: "Mire el datáfono o el banco: ¿llegó el dinero? Hasta saberlo no se puede cerrar el turno ni el día.",
    pt: "Veja a maquininha ou o banco: o dinheiro entrou? Até saber, não se fecha o turno nem o dia.",
    en: "Check the terminal or the bank: did the money arrive? Until this is settled neither shift nor day can be closed.",
  },
  "doubts.paid": { es: "Sí se pagó", pt: "Foi pago", en: "It was paid" },
  "doubts.notPaid": { es: "No se pagó", pt: "Não foi pago", en: "It was not paid" },
} as const satisfies Record<string, Message>

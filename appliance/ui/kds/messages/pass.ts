/** Messages: expo and the pick-up board. */
import type { Message } from "../../../../ui/translate.ts"

export const PASS = {
  "expo.title": { es: "Despacho", pt: "Expedição", en: "Expo" },
  "expo.shown": {
    es: "{shown} de {expected} pedidos",
    pt: "{shown} de {expected} pedidos",
    en: "{shown} of {expected} orders",
  },
  "expo.behind": {
    es: "Esta pantalla está atrasada: muestra {shown} de {expected} pedidos.",
    pt: "Esta tela está atrasada: mostra {shown} de {expected} pedidos.",
    en: "This screen is behind: it shows {shown} of {expected} orders.",
  },
  "expo.empty": { es: "Nada en despacho", pt: "Nada na expedição", en: "Nothing at the pass" },
  "expo.emptyText": {
    es: "Los pedidos aparecen aquí cuando van a cocina.",
    pt: "Os pedidos aparecem aqui quando vão para a cozinha.",
    en: "Orders appear here once they go to the kitchen.",
  },
  "expo.ready": { es: "Todo listo", pt: "Tudo pronto", en: "All ready" },
  "expo.waits": { es: "Falta: {stations}", pt: "Falta: {stations}", en: "Waits for: {stations}" },
  "expo.handOver": { es: "Entregar", pt: "Entregar", en: "Hand over" },
  "expo.release": { es: "Entregar igual…", pt: "Entregar assim mesmo…", en: "Hand over anyway…" },
  "expo.releaseTitle": {
    es: "Entregar {code} incompleto",
    pt: "Entregar {code} incompleto",
    en: "Hand over {code} unfinished",
  },
  "expo.releaseText": {
    es: "No está listo en: {stations}. El motivo queda registrado.",
    pt: "Não está pronto em: {stations}. O motivo fica registrado.",
    en: "Not ready at: {stations}. The reason is recorded.",
  },
  "expo.reason": { es: "Motivo", pt: "Motivo", en: "Reason" },
  "expo.releaseDo": { es: "Entregar incompleto", pt: "Entregar incompleto", en: "Hand over unfinished" },
  "expo.releasePin": {
    es: "Lo autoriza un supervisor con su PIN.",
    pt: "Um supervisor autoriza com o PIN.",
    en: "A supervisor allows it with a PIN.",
  },
  "expo.stationReady": { es: "{station}: listo", pt: "{station}: pronto", en: "{station}: done" },
  "expo.state.open": { es: "en espera", pt: "na fila", en: "waiting" },
  "expo.state.started": { es: "preparando", pt: "preparando", en: "being made" },
  "expo.state.bumped": { es: "listo", pt: "pronto", en: "ready" },
  "expo.state.ended": { es: "terminado", pt: "encerrado", en: "over" },
  "expo.clear": { es: "Visto: retirar", pt: "Visto: retirar", en: "Seen: take away" },
  "expo.cancelled": { es: "Pedido anulado", pt: "Pedido anulado", en: "Order void" },
  "board.preparing": { es: "Preparando", pt: "Preparando", en: "Preparing" },
  "board.ready": { es: "Listo para retirar", pt: "Pronto para retirar", en: "Ready to pick up" },
  "board.none": { es: "—", pt: "—", en: "—" },
  "board.stale": {
    es: "Los números pueden estar atrasados. Pregunte en el mostrador.",
    pt: "Os números podem estar atrasados. Pergunte no balcão.",
    en: "The numbers may be out of date. Please ask at the counter.",
  },
  "board.more": { es: "y {n} más", pt: "e mais {n}", en: "and {n} more" },
} as const satisfies Record<string, Message>

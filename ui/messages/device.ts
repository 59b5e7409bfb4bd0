/** Messages of all pages that are paired with the box: pairing, and a box that does not answer. */
import type { Message } from "../translate.ts"

export const DEVICE = {
  "pair.title.pos": { es: "Conecte esta caja", pt: "Conecte este caixa", en: "Connect this register" },
  "pair.title.kiosk": { es: "Conecte este kiosco", pt: "Conecte este totem", en: "Connect this kiosk" },
  "pair.title.kds": {
    es: "Conecte esta pantalla de cocina",
    pt: "Conecte esta tela de cozinha",
    en: "Connect this kitchen screen",
  },
  "pair.title.expo": {
    es: "Conecte esta pantalla de despacho",
    pt: "Conecte esta tela de expedição",
    en: "Connect this expo screen",
  },
  "pair.title.board": {
    es: "Conecte esta pantalla de retiro",
    pt: "Conecte este painel de retirada",
    en: "Connect this pick-up board",
  },
  "pair.title.manage": {
    es: "Conecte esta pantalla de gerencia",
    pt: "Conecte esta tela de gerência",
    en: "Connect this manager's screen",
  },
  "pair.text": {
    es: "Escriba el código de emparejamiento de esta pantalla, o lea su QR. Solo se pide una vez.",
    pt: "Digite o código de pareamento desta tela, ou leia o QR. Só é pedido uma vez.",
    en: "Type the pairing code of this screen, or scan its QR. It is asked only once.",
  },
  "pair.code": { es: "Código de emparejamiento", pt: "Código de pareamento", en: "Pairing code" },
  "pair.submit": { es: "Conectar", pt: "Conectar", en: "Connect" },
  "pair.revokedTitle": {
    es: "Esta pantalla fue desconectada",
    pt: "Esta tela foi desconectada",
    en: "This screen was disconnected",
  },
  "pair.revoked": {
    es: "El equipo de la tienda ya no acepta su clave. Pida un código nuevo y escríbalo aquí; lo que estaba en curso no se pierde.",
    pt: "O equipamento da loja não aceita mais a chave. Peça um código novo e digite-o aqui; o que estava em andamento não se perde.",
    en: "The store's box no longer accepts its key. Ask for a new code and type it here; your current work is not lost.",
  },
  "pair.otherKind": {
    es: "Este código es de otro tipo de pantalla. Pida uno para esta.",
    pt: "Este código é de outro tipo de tela. Peça um para esta.",
    en: "This code is for another kind of screen. Ask for one for this one.",
  },
  "replaced.title": {
    es: "Otro equipo atiende ahora esta tienda.",
    pt: "Outro equipamento atende agora esta loja.",
    en: "Another box has taken over this store.",
  },
  "replaced.text": {
    es: "Aquí ya no se vende ni se cocina nada nuevo. Conecte esta pantalla con el equipo nuevo.",
    pt: "Aqui não se vende nem se prepara mais nada novo. Conecte esta tela ao equipamento novo.",
    en: "Nothing new is sold or cooked here. Pair this screen with the new box.",
  },
  "replaced.guests": {
    es: "Esta pantalla ya no atiende. Por favor, acérquese al mostrador.",
    pt: "Esta tela não atende mais. Por favor, dirija-se ao balcão.",
    en: "This screen no longer serves. Please go to the counter.",
  },
  "replaced.look": { es: "Ver lo que quedó aquí", pt: "Ver o que ficou aqui", en: "See what is left here" },
  "replaced.pair": { es: "Conectar de nuevo", pt: "Conectar de novo", en: "Pair again" },
  "box.looking": {
    es: "Buscando el equipo de la tienda…",
    pt: "Procurando o equipamento da loja…",
    en: "Looking for the store's box…",
  },
  "box.away": {
    es: "El equipo de la tienda no responde desde {since}.",
    pt: "O equipamento da loja não responde desde {since}.",
    en: "The store's box has been away since {since}.",
  },
  "box.awaySaving": {
    es: "Lo que se estaba guardando se envía otra vez hasta que responda, y se guarda una sola vez. No hace falta repetirlo.",
    pt: "O que estava sendo salvo é enviado outra vez até ele responder, e é salvo uma só vez. Não é preciso repetir.",
    en: "What was being saved is sent again until it answers, and is saved only once. There is no need to repeat it.",
  },
  "fault.box": {
    es: "El equipo de la tienda no responde.",
    pt: "O equipamento da loja não responde.",
    en: "The store's box does not answer.",
  },
  "fault.boxDo": {
    es: "Revise que esté encendido y el cable de red.",
    pt: "Verifique se está ligado e o cabo de rede.",
    en: "Check that it is switched on, and its network cable.",
  },
} as const satisfies Record<string, Message>

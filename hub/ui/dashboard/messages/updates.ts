/** Messages: updates of the boxes. */
import type { Message } from "../../../../ui/translate.ts"

export const UPDATES = {
  "nav.updates": { es: "Versiones", pt: "Versões", en: "Versions" },
  "updates.text": {
    es: "Qué versión recibe cada anillo de tiendas, y hasta dónde ha llegado.",
    pt: "Que versão cada anel de lojas recebe, e até onde chegou.",
    en: "The version of each ring of stores, and how many boxes have it.",
  },
  "updates.ring": { es: "Anillo {ring}", pt: "Anel {ring}", en: "Ring {ring}" },
  "updates.gets": {
    es: "Recibe la {version}, firmada hasta el {until}.",
    pt: "Recebe a {version}, assinada até {until}.",
    en: "Gets {version}, signed until {until}.",
  },
  "updates.getsNothing": {
    es: "No hay ninguna versión firmada para él.",
    pt: "Nenhuma versão assinada para ele.",
    en: "No version is signed for it.",
  },
  "updates.progress": {
    es: "{there} de {all} {all|equipo la tiene|equipos la tienen}.",
    pt: "{there} de {all} {all|equipamento a tem|equipamentos a têm}.",
    en: "{there} of {all} {all|box has|boxes have} it.",
  },
  "updates.halted": {
    es: "Detenido desde el {since}: ningún equipo recibe nada más nuevo que lo que tiene.",
    pt: "Parado desde {since}: nenhum equipamento recebe nada mais novo do que tem.",
    en: "Halted since {since}: no box gets a newer version.",
  },
  "updates.halt": { es: "Detener", pt: "Parar", en: "Halt" },
  "updates.resume": { es: "Seguir", pt: "Continuar", en: "Resume" },
  "updates.nobody": {
    es: "Ningún equipo ha preguntado todavía.",
    pt: "Nenhum equipamento perguntou ainda.",
    en: "No box has asked yet.",
  },
  "updates.running": { es: "Lo que usan", pt: "O que usam", en: "Installed versions" },
  "updates.version": { es: "Versión", pt: "Versão", en: "Version" },
  "updates.boxes": { es: "Equipos", pt: "Equipamentos", en: "Boxes" },
  "updates.store": { es: "Anillo de una tienda", pt: "Anel de uma loja", en: "Ring of a store" },
  "updates.choose": { es: "Tienda", pt: "Loja", en: "Store" },
  "updates.isIn": {
    es: "Está en el anillo {ring}, y usa la {version}.",
    pt: "Está no anel {ring}, e usa a {version}.",
    en: "The store is in the ring {ring}; its box runs {version}.",
  },
  "updates.isInUnheard": {
    es: "Está en el anillo {ring}; su equipo no ha preguntado todavía.",
    pt: "Está no anel {ring}; o equipamento ainda não perguntou.",
    en: "The store is in the ring {ring}; its box has not asked yet.",
  },
  "updates.newRing": { es: "Otro anillo", pt: "Outro anel", en: "Another ring" },
  "updates.ringHint": {
    es: "El de todas las tiendas se escribe: all",
    pt: "O de todas as lojas se escreve: all",
    en: "For the ring of all stores type: all",
  },
  "ring.all": { es: "de todas las tiendas", pt: "de todas as lojas", en: "of all stores" },
  "updates.move": { es: "Mover", pt: "Mover", en: "Move" },
} as const satisfies Record<string, Message>

/** Messages: states and reasons of print jobs. */
import type { Message } from "../translate.ts"

export const JOBS = {
  "job.queued": { es: "En cola", pt: "Na fila", en: "In line" },
  "job.sending": { es: "Imprimiendo…", pt: "Imprimindo…", en: "Printing…" },
  "job.printed": { es: "Impreso", pt: "Impresso", en: "Printed" },
  "job.opened": { es: "Abierto", pt: "Aberta", en: "Opened" },
  "job.notOpened": { es: "No se abrió", pt: "Não abriu", en: "Did not open" },
  "job.unknownOpened": { es: "No se sabe si se abrió", pt: "Não se sabe se abriu", en: "Not known whether it opened" },
  "job.asOpened": { es: "Sí, se abrió", pt: "Sim, abriu", en: "Yes, it opened" },
  "job.openAgain": { es: "Abrir el cajón", pt: "Abrir a gaveta", en: "Open the drawer" },
  "job.not_printed": { es: "No se imprimió", pt: "Não foi impresso", en: "Not printed" },
  "job.unknown": {
    es: "No se sabe si se imprimió",
    pt: "Não se sabe se foi impresso",
    en: "Not known whether it was printed",
  },
  "job.discarded": { es: "Descartado", pt: "Descartado", en: "Discarded" },
  "job.unknownAsk": {
    es: "Mire el papel: ¿salió completo?",
    pt: "Olhe o papel: saiu completo?",
    en: "Look at the paper: did all of it come out?",
  },
  "job.asPrinted": { es: "Sí, salió", pt: "Sim, saiu", en: "Yes, it came out" },
  "job.reprint": { es: "Imprimir otra vez", pt: "Imprimir de novo", en: "Print again" },
  "job.discard": { es: "Descartar", pt: "Descartar", en: "Discard" },
  "why.paper_out": { es: "sin papel", pt: "sem papel", en: "out of paper" },
  "why.cover_open": { es: "la tapa está abierta", pt: "a tampa está aberta", en: "the cover is open" },
  "why.cover_opened": {
    es: "se abrió la tapa mientras imprimía",
    pt: "a tampa foi aberta durante a impressão",
    en: "the cover was opened while it printed",
  },
  "why.offline": { es: "la impresora no responde", pt: "a impressora não responde", en: "the printer does not answer" },
  "why.silent": {
    es: "la impresora no confirmó el final",
    pt: "a impressora não confirmou o fim",
    en: "the printer did not confirm the end",
  },
  "why.link_lost": {
    es: "se cortó la conexión mientras imprimía",
    pt: "a conexão caiu durante a impressão",
    en: "the connection broke while it printed",
  },
  "why.no_status": {
    es: "esta impresora no puede confirmar",
    pt: "esta impressora não consegue confirmar",
    en: "this printer cannot confirm",
  },
  "why.stopped": {
    es: "el equipo se apagó mientras imprimía",
    pt: "o equipamento desligou durante a impressão",
    en: "the box went down while it printed",
  },
  "why.too_late": { es: "pasó demasiado tiempo", pt: "passou tempo demais", en: "too much time went by" },
  "why.said_printed": { es: "alguien vio que salió", pt: "alguém viu que saiu", en: "somebody saw that it came out" },
  "why.said_discard": { es: "alguien lo descartó", pt: "alguém descartou", en: "somebody discarded it" },
  "why.reprinted": { es: "se imprimió otra vez", pt: "foi impresso de novo", en: "it was printed again" },
} as const satisfies Record<string, Message>

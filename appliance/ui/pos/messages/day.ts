/** Messages: the business day, its close and report, print jobs. */
import type { Message } from "../../../../ui/translate.ts"

export const DAY = {
  "day.openTitle": { es: "Día {date}, abierto", pt: "Dia {date}, aberto", en: "Day {date}, open" },
  "day.closedTitle": { es: "Día {date}, cerrado", pt: "Dia {date}, fechado", en: "Day {date}, closed" },
  "day.none": { es: "No hay un día abierto", pt: "Não há dia aberto", en: "No day is open" },
  "day.isClosed": { es: "El día está cerrado", pt: "O dia está fechado", en: "The day is closed" },
  "day.openNext": { es: "Abrir un día", pt: "Abrir um dia", en: "Open a day" },
  "preview.hidden": {
    es: "Se muestra cuando no queda ningún turno abierto: el conteo es a ciegas.",
    pt: "É mostrado quando não houver turno aberto: a contagem é às cegas.",
    en: "Shown once no shift is open: the count is blind.",
  },
  "preview.print": { es: "Imprimir el cierre", pt: "Imprimir o fechamento", en: "Print the close" },
  "printQueue.title": { es: "Impresiones pendientes", pt: "Impressões pendentes", en: "Waiting prints" },
} as const satisfies Record<string, Message>

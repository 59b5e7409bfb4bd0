/** Messages: the closed day and late orders. */
import type { Message } from "../../../../ui/translate.ts"

export const CLOSE = {
  "close.blocked": {
    es: "Primero hay que decir si los pagos dudosos llegaron.",
    pt: "Primeiro é preciso dizer se os pagamentos duvidosos entraram.",
    en: "First settle the payments in doubt.",
  },
  "close.atRegister": { es: "En la caja", pt: "No caixa", en: "At the register" },
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

/** Messages: figures of the sync state, the same on the manager's page and the dashboard. */
import type { Message } from "../translate.ts"

export const METER = {
  "meter.made": { es: "Hecho en la tienda", pt: "Feito na loja", en: "Made at the store" },
  "meter.onHub": { es: "En la central", pt: "Na central", en: "At the back office" },
  "meter.acked": { es: "Confirmado a la tienda", pt: "Confirmado à loja", en: "Confirmed to the store" },
} satisfies Record<string, Message>

/** The messages of the kiosk, beside those that all pages share. */
import type { CommonKey } from "../../../../ui/messages/index.ts"
import type { Message } from "../../../../ui/say.ts"

export const MESSAGES = {
  "kiosk.title": { es: "Kiosco", pt: "Totem", en: "Kiosk" },
} as const satisfies Record<string, Message>

export type MessageKey = keyof typeof MESSAGES | CommonKey

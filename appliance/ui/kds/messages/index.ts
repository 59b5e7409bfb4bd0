/** The messages of the kitchen's screens, beside those that all pages share. */
import type { CommonKey } from "../../../../ui/messages/index.ts"
import type { Message } from "../../../../ui/say.ts"

export const MESSAGES = {
  "kds.title": { es: "Cocina", pt: "Cozinha", en: "Kitchen" },
} as const satisfies Record<string, Message>

export type MessageKey = keyof typeof MESSAGES | CommonKey

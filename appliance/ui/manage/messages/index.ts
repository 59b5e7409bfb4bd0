/** The messages of the manager's page, beside those that all pages share. */
import type { CommonKey } from "../../../../ui/messages/index.ts"
import type { Message } from "../../../../ui/say.ts"

export const MESSAGES = {
  "manage.title": { es: "Gerencia", pt: "Gerência", en: "Manager" },
} as const satisfies Record<string, Message>

export type MessageKey = keyof typeof MESSAGES | CommonKey

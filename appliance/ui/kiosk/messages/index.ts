/** The messages of the kiosk, besides the shared ones. */
import type { Message } from "../../../../ui/translate.ts"
import { ORDERING } from "./ordering.ts"
import { PAYING } from "./paying.ts"

export const MESSAGES = { ...ORDERING, ...PAYING } as const satisfies Record<string, Message>

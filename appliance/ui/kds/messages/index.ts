/** The messages of the kitchen's screens, beside those that all pages share. */
import type { CommonKey } from "../../../../ui/messages/index.ts"
import { CHANNELS, FULFILLMENTS } from "../../../../ui/messages/trade.ts"
import type { Message } from "../../../../ui/say.ts"
import { PASS } from "./pass.ts"
import { STATION } from "./station.ts"

export const MESSAGES = { ...STATION, ...PASS, ...CHANNELS, ...FULFILLMENTS } as const satisfies Record<string, Message>

export type MessageKey = keyof typeof MESSAGES | CommonKey

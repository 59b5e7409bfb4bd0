/** The messages of the kitchen's screens, besides the shared ones. */

import { CHANNELS, FULFILLMENTS } from "../../../../ui/messages/domain.ts"
import type { Message } from "../../../../ui/translate.ts"
import { PASS } from "./pass.ts"
import { STATION } from "./station.ts"

export const MESSAGES = { ...STATION, ...PASS, ...CHANNELS, ...FULFILLMENTS } as const satisfies Record<string, Message>

/** The one message catalogue of all pages, in every language side by side. */
import { CHARGE } from "./charge.ts"
import { COMMON } from "./common.ts"
import { DAY } from "./day.ts"
import { DRAWER } from "./drawer.ts"
import { REGISTER } from "./register.ts"
import { SELL } from "./sell.ts"

export const MESSAGES = { ...COMMON, ...REGISTER, ...SELL, ...CHARGE, ...DRAWER, ...DAY }

export type MessageKey = keyof typeof MESSAGES

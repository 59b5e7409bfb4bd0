/** The messages of the cashier's page, beside those that all pages share. */
import type { CommonKey } from "../../../../ui/messages/index.ts"
import { JOBS } from "../../../../ui/messages/jobs.ts"
import { PAPERS } from "../../../../ui/messages/papers.ts"
import { CATEGORIES, CHANNELS, METHODS, OPENINGS, REASONS } from "../../../../ui/messages/trade.ts"
import { CHARGE } from "./charge.ts"
import { DAY } from "./day.ts"
import { DESK } from "./desk.ts"
import { DRAWER } from "./drawer.ts"
import { REGISTER } from "./register.ts"
import { SELL } from "./sell.ts"

export const MESSAGES = {
  ...CHANNELS,
  ...METHODS,
  ...OPENINGS,
  ...REASONS,
  ...CATEGORIES,
  ...REGISTER,
  ...SELL,
  ...CHARGE,
  ...DRAWER,
  ...DAY,
  ...DESK,
  ...JOBS,
  ...PAPERS,
}

export type MessageKey = keyof typeof MESSAGES | CommonKey

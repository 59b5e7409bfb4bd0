/** The messages of the cashier's page, besides the shared ones. */

import { CLOSE_CHECKS } from "../../../../ui/messages/close.ts"
import { DOCUMENTS } from "../../../../ui/messages/documents.ts"
import { CATEGORIES, CHANNELS, METHODS, OPENINGS, REASONS } from "../../../../ui/messages/domain.ts"
import type { CommonKey } from "../../../../ui/messages/index.ts"
import { JOBS } from "../../../../ui/messages/jobs.ts"
import { CHARGE } from "./charge.ts"
import { DAY } from "./day.ts"
import { DRAWER } from "./drawer.ts"
import { ORDER_DIALOG } from "./orders.ts"
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
  ...CLOSE_CHECKS,
  ...ORDER_DIALOG,
  ...JOBS,
  ...DOCUMENTS,
}

export type MessageKey = keyof typeof MESSAGES | CommonKey

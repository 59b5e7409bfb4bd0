/** The messages of the dashboard, besides the shared ones. */

import { AUDIT_ACTIONS } from "../../../../ui/messages/audit.ts"
import { CONFLICTS } from "../../../../ui/messages/conflicts.ts"
import { DETAILS } from "../../../../ui/messages/details.ts"
import { DOCUMENTS } from "../../../../ui/messages/documents.ts"
import { CATEGORIES, CHANNELS, FULFILLMENTS, METHODS, OPENINGS, REASONS } from "../../../../ui/messages/domain.ts"
import type { CommonKey } from "../../../../ui/messages/index.ts"
import { METER } from "../../../../ui/messages/meter.ts"
import { OPS } from "../../../../ui/messages/operations.ts"
import { ACTION_ITEMS } from "./action-items.ts"
import { AUDIT, AUDIT_DETAILS } from "./audit.ts"
import { DEVELOPERS } from "./developers.ts"
import { FRAME } from "./frame.ts"
import { JOBS } from "./jobs.ts"
import { ORDERS } from "./orders.ts"
import { STORES } from "./stores.ts"
import { TIMELINE_VALUES } from "./timeline-values.ts"
import { UPDATES } from "./updates.ts"
import { USERS } from "./users.ts"
import { WEBHOOKS } from "./webhooks.ts"

export const MESSAGES = {
  ...STORES,
  ...AUDIT,
  ...AUDIT_DETAILS,
  ...METER,
  ...CATEGORIES,
  ...CHANNELS,
  ...FULFILLMENTS,
  ...CONFLICTS,
  ...AUDIT_ACTIONS,
  ...DETAILS,
  ...METHODS,
  ...OPENINGS,
  ...OPS,
  ...DOCUMENTS,
  ...REASONS,
  ...ACTION_ITEMS,
  ...JOBS,
  ...ORDERS,
  ...TIMELINE_VALUES,
  ...FRAME,
  ...USERS,
  ...DEVELOPERS,
  ...WEBHOOKS,
  ...UPDATES,
}

export type MessageKey = keyof typeof MESSAGES | CommonKey

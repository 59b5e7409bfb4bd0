/** The messages of the dashboard, beside those that all pages share: a file a page. */

import { DEEDS } from "../../../../ui/messages/audit.ts"
import { CONFLICTS } from "../../../../ui/messages/conflicts.ts"
import { DETAILS } from "../../../../ui/messages/details.ts"
import { PAPERS } from "../../../../ui/messages/documents.ts"
import { CATEGORIES, CHANNELS, FULFILLMENTS, METHODS, OPENINGS, REASONS } from "../../../../ui/messages/domain.ts"
import type { CommonKey } from "../../../../ui/messages/index.ts"
import { METER } from "../../../../ui/messages/meter.ts"
import { OPS } from "../../../../ui/messages/operations.ts"
import { ATTENTION } from "./action-items.ts"
import { AUDIT, AUDIT_DETAILS } from "./audit.ts"
import { DEVELOPERS } from "./developers.ts"
import { FRAME } from "./frame.ts"
import { JOBS } from "./jobs.ts"
import { ORDERS } from "./orders.ts"
import { STORES } from "./stores.ts"
import { STORY_VALUES } from "./timeline-values.ts"
import { UPDATES } from "./updates.ts"
import { PEOPLE } from "./users.ts"
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
  ...DEEDS,
  ...DETAILS,
  ...METHODS,
  ...OPENINGS,
  ...OPS,
  ...PAPERS,
  ...REASONS,
  ...ATTENTION,
  ...JOBS,
  ...ORDERS,
  ...STORY_VALUES,
  ...FRAME,
  ...PEOPLE,
  ...DEVELOPERS,
  ...WEBHOOKS,
  ...UPDATES,
}

export type MessageKey = keyof typeof MESSAGES | CommonKey

/** The messages of the manager's page, besides the shared ones. */

import { AUDIT_ACTIONS } from "../../../../ui/messages/audit.ts"
import { CLOSE_CHECKS } from "../../../../ui/messages/close.ts"
import { CONFLICTS } from "../../../../ui/messages/conflicts.ts"
import { DETAILS } from "../../../../ui/messages/details.ts"
import { DOCUMENTS } from "../../../../ui/messages/documents.ts"
import { CATEGORIES, CHANNELS, METHODS, OPENINGS, REASONS } from "../../../../ui/messages/domain.ts"
import { JOBS } from "../../../../ui/messages/jobs.ts"
import { METER } from "../../../../ui/messages/meter.ts"
import { OPS } from "../../../../ui/messages/operations.ts"
import { CLOSE } from "./close.ts"
import { DEVICES } from "./devices.ts"
import { FRAME } from "./frame.ts"
import { MAINTENANCE } from "./maintenance.ts"
import { PEOPLE } from "./people.ts"
import { PRINTING } from "./printing.ts"
import { TODAY } from "./today.ts"
import { UPDATE } from "./update.ts"

export const MESSAGES = {
  ...FRAME,
  ...TODAY,
  ...DEVICES,
  ...PRINTING,
  ...CLOSE,
  ...CLOSE_CHECKS,
  ...PEOPLE,
  ...JOBS,
  ...OPS,
  ...DOCUMENTS,
  ...METER,
  ...UPDATE,
  ...MAINTENANCE,
  ...CATEGORIES,
  ...CHANNELS,
  ...CONFLICTS,
  ...AUDIT_ACTIONS,
  ...DETAILS,
  ...METHODS,
  ...OPENINGS,
  ...REASONS,
}

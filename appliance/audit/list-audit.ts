/** Lists the audit log by pages, newest first. */
import type { listAudit } from "../../protocol/http/staff.ts"
import { invalid } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { readAudit } from "./audit-store.ts"

const SIZE = 50

export const listAuditHandler: BoxHandler<typeof listAudit> = (tx, { query }) => {
  const { before, size = SIZE } = query
  if (before !== undefined && !/^\d{1,15}$/.test(before)) {
    return invalid({ path: "before", message: "is not the `next` of a page" })
  }
  const rows = readAudit(tx, before === undefined ? Number.MAX_SAFE_INTEGER : Number(before), size + 1)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const next = rows.length > size && last ? String(last.seq) : null
  return { status: 200, data: { entries: shown.map(({ body }) => JSON.parse(body)), next } }
}

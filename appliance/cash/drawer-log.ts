/** Logs each opening of a drawer with its reason, person and shift, in the transaction that opened it. */
import type { listDrawer as endpoint } from "../../protocol/http/register.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Drawer, Printing } from "../printing/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { latestOpenings, saveOpening } from "./drawer-log-store.ts"
import { openShiftOf } from "./shifts/index.ts"

const DEVICE_PREFIX = "device:"

/** Wraps the drawer so that each opening is logged. Without a printer nothing opens, so nothing is logged. */
export function createLoggedDrawer(
  drawer: Drawer,
  { ids, outbox }: { ids: Pick<Ids, "uuid">; outbox: Outbox },
): Drawer {
  return {
    open(tx, { reason, by }) {
      const jobId = drawer.open(tx, { reason, by })
      if (jobId === null) return null
      const terminalUid = by?.startsWith(DEVICE_PREFIX) ? by.slice(DEVICE_PREFIX.length) : null
      const shift = terminalUid === null ? null : openShiftOf(tx, terminalUid)
      const opening = {
        openingId: ids.uuid(),
        at: tx.now,
        reason,
        by,
        terminalUid,
        shiftId: shift?.shiftId ?? null,
        operatorName: shift?.operatorName ?? null,
        jobId,
      }
      saveOpening(tx, opening)
      outbox.record(tx, { kind: "drawer.opened", body: { opening } })
      return jobId
    },
  }
}

export const listDrawerHandler =
  ({ printing }: { printing: Pick<Printing, "find"> }): BoxHandler<typeof endpoint> =>
  (tx) => ({
    status: 200,
    data: {
      openings: latestOpenings(tx).map((opening) => ({
        ...opening,
        state: printing.find(opening.jobId)?.status ?? null,
      })),
    },
  })

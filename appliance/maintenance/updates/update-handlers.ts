/** The handlers of the manager's page: read the state of updates, and install one now. */
import type { readUpdate, updateNow } from "../../../protocol/http/box-update.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { RecordAudit } from "../../audit/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import type { Updates } from "./create-updates.ts"

interface UpdateHandlerDeps {
  readonly updates: Pick<Updates, "read" | "now">
}

export const readUpdateHandler =
  ({ updates }: UpdateHandlerDeps): BoxHandler<typeof readUpdate> =>
  (tx) => ({ status: 200, data: updates.read(tx) })

export const updateNowHandler =
  ({ updates, record }: UpdateHandlerDeps & { readonly record: RecordAudit }): BoxHandler<typeof updateNow> =>
  (tx, { caller }) => {
    if (!updates.now(tx)) return refuse("CONFLICT", "No new version waits at this box.")
    const state = updates.read(tx)
    record(tx, { action: "update.now", caller, subject: state.version })
    return { status: 202, data: state }
  }

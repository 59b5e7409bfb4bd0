/** The hub without its sockets, for the command line: its database, what an operator may ask of it, and nothing that listens. */
import type { DataConfig } from "../config.ts"
import { createFiscalAdmin, type FiscalAdmin } from "../fiscal/index.ts"
import { createJobsAdmin, type JobsAdmin } from "../queue/index.ts"
import { createUserAdmin, type UserAdmin } from "../users/index.ts"
import { createWebhooksAdmin, type WebhooksAdmin } from "../webhooks/index.ts"
import { type BaseOptions, openBase, wireRooms } from "./features.ts"
import type { HubAdmin, HubContext } from "./hub-context.ts"
import { createOperatorActions } from "./operator-actions.ts"

export interface OpenHub {
  readonly context: HubContext
  readonly desk: HubAdmin
  readonly webhooks: WebhooksAdmin
  readonly jobs: JobsAdmin
  readonly fiscal: FiscalAdmin
  readonly people: UserAdmin
  close(): Promise<void>
}

/** What it writes for a box waits until the box asks. */
export async function openHub(config: DataConfig, options: BaseOptions = {}): Promise<OpenHub> {
  const base = await openBase(config, options)
  const { context, sync } = wireRooms(base, { publish: async () => {}, subscribe: async () => {} })
  const { openStoreLog: openLine } = sync
  const desk = createOperatorActions({
    context,
    secretKey: base.secretKey,
    openLine,
    disconnect: () => {},
    forgetKeys: () => {},
  })
  const close = async () => {
    await sync.stop()
    await base.database.close()
  }
  return {
    context,
    desk,
    webhooks: createWebhooksAdmin(base),
    jobs: createJobsAdmin(base),
    fiscal: createFiscalAdmin(base),
    people: createUserAdmin(base),
    close,
  }
}

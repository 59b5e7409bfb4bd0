/** The hub without its sockets, for the command line: its database, what an operator may ask of it, and nothing that listens. */
import type { DataConfig } from "../config.ts"
import { createFiscalDesk, type FiscalDesk } from "../fiscal/index.ts"
import { createJobsDesk, type JobsDesk } from "../queue/index.ts"
import { createPeopleDesk, type PeopleDesk } from "../users/index.ts"
import { createWebhooksDesk, type WebhooksDesk } from "../webhooks/index.ts"
import { type BaseOptions, openBase, wireRooms } from "./features.ts"
import type { HubContext, HubDesk } from "./hub-context.ts"
import { createDesk } from "./operator-actions.ts"

export interface OpenHub {
  readonly context: HubContext
  readonly desk: HubDesk
  readonly webhooks: WebhooksDesk
  readonly jobs: JobsDesk
  readonly fiscal: FiscalDesk
  readonly people: PeopleDesk
  close(): Promise<void>
}

/** What it writes for a box waits until the box asks. */
export async function openHub(config: DataConfig, options: BaseOptions = {}): Promise<OpenHub> {
  const base = await openBase(config, options)
  const { context, sync } = wireRooms(base, { publish: async () => {}, subscribe: async () => {} })
  const { openLine } = sync
  const desk = createDesk({ context, secretKey: base.secretKey, openLine, disconnect: () => {}, forgetKeys: () => {} })
  const close = async () => {
    await sync.stop()
    await base.database.close()
  }
  return {
    context,
    desk,
    webhooks: createWebhooksDesk(base),
    jobs: createJobsDesk(base),
    fiscal: createFiscalDesk(base),
    people: createPeopleDesk(base),
    close,
  }
}

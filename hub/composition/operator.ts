/** The hub for the command line: its database and the actions of an operator, without a server or a broker. */
import type { DataConfig } from "../config.ts"
import { createFiscalAdmin, type FiscalAdmin } from "../fiscal/index.ts"
import { createJobsAdmin, type JobsAdmin } from "../queue/index.ts"
import { createUserAdmin, type UserAdmin } from "../users/index.ts"
import { createWebhooksAdmin, type WebhooksAdmin } from "../webhooks/index.ts"
import { type BaseOptions, createFeatures, openBase } from "./features.ts"
import type { HubContext, OperatorActions } from "./hub-context.ts"
import { createOperatorActions } from "./operator-actions.ts"

export interface OpenHub {
  readonly context: HubContext
  readonly operator: OperatorActions
  readonly webhooks: WebhooksAdmin
  readonly jobs: JobsAdmin
  readonly fiscal: FiscalAdmin
  readonly users: UserAdmin
  close(): Promise<void>
}

/** Changes for a box are stored in its log; the box receives them at its next poll. */
export async function openHub(config: DataConfig, options: BaseOptions = {}): Promise<OpenHub> {
  const base = await openBase(config, options)
  const { context, sync } = createFeatures(base, { publish: async () => {}, subscribe: async () => {} })
  const operator = createOperatorActions({
    context,
    secretKey: base.secretKey,
    disconnect: () => {},
    forgetKeys: () => {},
  })
  const close = async () => {
    await sync.stop()
    await base.database.close()
  }
  return {
    context,
    operator,
    webhooks: createWebhooksAdmin(base),
    jobs: createJobsAdmin(base),
    fiscal: createFiscalAdmin(base),
    users: createUserAdmin(base),
    close,
  }
}

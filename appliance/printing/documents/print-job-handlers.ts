/** Handlers of the print queue's screen: list jobs and alerts, resolve a job, move it, find printers. */
import type { Handler } from "../../../protocol/http/endpoint.ts"
import type {
  findPrinters as findPrintersEndpoint,
  listAlerts,
  listPrintJobs,
  moveJob,
  resolveJob,
} from "../../../protocol/http/print-jobs.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findPrinters, type Printing } from "../index.ts"

export const listPrintJobsHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof listPrintJobs> =>
  () => ({ status: 200, data: { jobs: printing.list() } })

export const resolveJobHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof resolveJob> =>
  (tx, { params, body, caller }) => {
    const job = printing.resolve(tx, { jobId: params.jobId, as: body.as, by: caller.actor })
    return isRefusal(job) ? job : { status: 200, data: job }
  }

export const listAlertsHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof listAlerts> =>
  () => ({ status: 200, data: { alerts: printing.alerts() } })

export const moveJobHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof moveJob> =>
  (tx, { params, body }) => {
    const job = printing.move(tx, { jobId: params.jobId, printerId: body.printerId })
    return isRefusal(job) ? job : { status: 200, data: job }
  }

/** Runs outside a transaction, because it waits for the network. */
export const findPrintersHandler =
  ({ printing }: { printing: Printing }): Handler<typeof findPrintersEndpoint> =>
  async ({ body }) => ({
    status: 200,
    data: { printers: await findPrinters({ ask: body.ask ?? false, known: printing.printers }) },
  })

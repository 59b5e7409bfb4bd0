/** Handlers of the screens for printers and their queue: jobs, alerts, the drawer, finding printers, code pages. */
import type { Handler } from "../../../protocol/http/endpoint.ts"
import type {
  choosePage,
  findPrinters as findPrintersEndpoint,
  listAlerts,
  listPrintJobs,
  moveJob,
  resolveJob,
} from "../../../protocol/http/print-jobs.ts"
import type { openDrawer } from "../../../protocol/http/register.ts"
import { invalid, isRefusal, refuse } from "../../../protocol/refusals.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findPrinter, findPrinters, type Printing, savePage } from "../index.ts"

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

/** Opens the drawer without a sale. The person gives a reason. */
export const openDrawerHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof openDrawer> =>
  (tx, { body, caller }) => {
    if (printing.printers.length === 0) return refuse("CONFLICT", "This box has no printer, so it has no drawer.")
    const jobId = printing.drawer.open(tx, { reason: body.reason, by: caller.actor })
    return jobId === null ? refuse("CONFLICT", "The drawer cannot be opened.") : { status: 202, data: { jobId } }
  }

/** A person has read the code-page document and chose the line that is printed correctly. */
export const choosePageHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof choosePage> =>
  (tx, { body, caller }) => {
    const printer = findPrinter(printing.printers, body.printerId)
    if (!printer) return refuse("NOT_FOUND", `There is no printer ${body.printerId}.`)
    const pages = Object.keys(printer.profile.pageCommands)
    const page = body.line === null ? null : pages[body.line - 1]
    if (page === undefined) return invalid({ path: "line", message: `the ticket has lines 1 to ${pages.length}` })
    savePage(tx, { printerId: printer.id, page, by: caller.actor })
    return { status: 200, data: { printerId: printer.id, codepage: page } }
  }

/** Draws a job of the print queue from the bytes that its printer receives. */
import type { readPicture as endpoint } from "../../../protocol/http/store-state.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findPrinter, type Printing } from "../index.ts"
import { pictureOf } from "./render-picture.ts"

export const readPictureHandler =
  ({ printing }: { printing: Pick<Printing, "bodyOf" | "find" | "printers"> }): BoxHandler<typeof endpoint> =>
  (_tx, { params }) => {
    const body = printing.bodyOf(params.jobId)
    if (body === null) return refuse("NOT_FOUND", "The spool has no such job.")
    const { jobId } = params
    if (body.document === "drawer") return { status: 200, data: { jobId, width: null, svg: null } }
    const printer = findPrinter(printing.printers, printing.find(jobId)?.printerId ?? "")
    return { status: 200, data: { jobId, width: body.paper.width, svg: pictureOf(body, printer) } }
  }

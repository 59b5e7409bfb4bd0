/** Checks that every country needs: a valid point, a number left in its range, an invoice for a credit note. */
import { type DocumentQuestion, type FiscalAdapter, notNumbered } from "./adapter.ts"

/** Returns the adapter with these checks before its own `number`. */
export function withChecks(adapter: FiscalAdapter): FiscalAdapter {
  return {
    ...adapter,
    number: (question) => {
      const { point, operation, compensates, sequence } = question
      const faults = adapter.checkPoint(point)
      if (faults.length > 0) {
        const wanted = faults.map(({ path, message }) => `fiscal.points[].${path} ${message}`).join("; ")
        return notNumbered("FISCAL_POINT_INVALID", `Correct the emission point: ${wanted}.`)
      }
      if (operation === "CANCEL" && !compensates) {
        return notNumbered("FISCAL_NOTHING_TO_VOID", "There is no invoice that a credit note could void.")
      }
      const documentType = adapter.documentTypeOf(point, question)
      if (documentType === null) return notNumbered("FISCAL_NOT_CONFIGURED", noDocumentMessage(operation))
      const { first, last } = adapter.range(point, documentType)
      if (sequence >= first && sequence <= last) return adapter.number(question)
      return notNumbered(
        "FISCAL_RANGE_EXHAUSTED",
        `The numbers ${first} to ${last} are used up: ask the authority for more, and add them as another point.`,
      )
    },
  }
}

function noDocumentMessage(operation: DocumentQuestion["operation"]): string {
  const what = operation === "CANCEL" ? "credit notes" : "invoices of this kind"
  return `Add a point to fiscal.points that issues ${what}: this one does not.`
}

/** The seeds (the templates that ship with the product), and sample data for previews. */
import type { Template } from "../protocol/print/template.ts"
import type { PaperDocument } from "../protocol/shapes/print-job.ts"
import cancellationSlip from "./cancellation-slip.json" with { type: "json" }
import codePages from "./code-pages.json" with { type: "json" }
import dayClose from "./day-close.json" with { type: "json" }
import locator from "./kiosk-locator.json" with { type: "json" }
import kitchenTicket from "./kitchen-ticket.json" with { type: "json" }
import receipt from "./receipt.json" with { type: "json" }
import cancellationSlipSample from "./samples/cancellation-slip.json" with { type: "json" }
import codePagesSample from "./samples/code-pages.json" with { type: "json" }
import dayCloseSample from "./samples/day-close.json" with { type: "json" }
import locatorSample from "./samples/kiosk-locator.json" with { type: "json" }
import kitchenTicketSample from "./samples/kitchen-ticket.json" with { type: "json" }
import receiptSample from "./samples/receipt.json" with { type: "json" }
import shiftSlipSample from "./samples/shift-slip.json" with { type: "json" }
import testPageSample from "./samples/test-page.json" with { type: "json" }
import shiftSlip from "./shift-slip.json" with { type: "json" }
import testPage from "./test-page.json" with { type: "json" }

/** The types are asserted, because JSON has no literal types. A test checks each seed with `templateFaults`. */
export const seeds = {
  day_close: dayClose as unknown as Template,
  receipt: receipt as unknown as Template,
  kitchen_ticket: kitchenTicket as unknown as Template,
  cancellation_slip: cancellationSlip as unknown as Template,
  shift_slip: shiftSlip as unknown as Template,
  kiosk_locator: locator as unknown as Template,
  test_page: testPage as unknown as Template,
  code_pages: codePages as unknown as Template,
} as const satisfies Record<PaperDocument, Template>

export const samples = {
  day_close: dayCloseSample,
  receipt: receiptSample,
  kitchen_ticket: kitchenTicketSample,
  cancellation_slip: cancellationSlipSample,
  shift_slip: shiftSlipSample,
  kiosk_locator: locatorSample,
  test_page: testPageSample,
  code_pages: codePagesSample,
} as const satisfies Record<PaperDocument, object>

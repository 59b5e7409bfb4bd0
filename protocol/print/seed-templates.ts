/** The seeds (the templates that ship with the product), and sample data for previews. */
import cancellationSlip from "../../printer-templates/cancellation-slip.json" with { type: "json" }
import codePages from "../../printer-templates/code-pages.json" with { type: "json" }
import dayClose from "../../printer-templates/day-close.json" with { type: "json" }
import locator from "../../printer-templates/kiosk-locator.json" with { type: "json" }
import kitchenTicket from "../../printer-templates/kitchen-ticket.json" with { type: "json" }
import receipt from "../../printer-templates/receipt.json" with { type: "json" }
import refundSlip from "../../printer-templates/refund-slip.json" with { type: "json" }
import cancellationSlipSample from "../../printer-templates/samples/cancellation-slip.json" with { type: "json" }
import codePagesSample from "../../printer-templates/samples/code-pages.json" with { type: "json" }
import dayCloseSample from "../../printer-templates/samples/day-close.json" with { type: "json" }
import locatorSample from "../../printer-templates/samples/kiosk-locator.json" with { type: "json" }
import kitchenTicketSample from "../../printer-templates/samples/kitchen-ticket.json" with { type: "json" }
import receiptSample from "../../printer-templates/samples/receipt.json" with { type: "json" }
import refundSlipSample from "../../printer-templates/samples/refund-slip.json" with { type: "json" }
import shiftSlipSample from "../../printer-templates/samples/shift-slip.json" with { type: "json" }
import testPageSample from "../../printer-templates/samples/test-page.json" with { type: "json" }
import shiftSlip from "../../printer-templates/shift-slip.json" with { type: "json" }
import testPage from "../../printer-templates/test-page.json" with { type: "json" }
import type { PaperDocument } from "../shapes/print-job.ts"
import type { Template } from "./template.ts"

/** The types are asserted, because JSON has no literal types. A test checks each seed with `templateFaults`. */
export const seeds = {
  day_close: dayClose as unknown as Template,
  receipt: receipt as unknown as Template,
  kitchen_ticket: kitchenTicket as unknown as Template,
  cancellation_slip: cancellationSlip as unknown as Template,
  refund_slip: refundSlip as unknown as Template,
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
  refund_slip: refundSlipSample,
  shift_slip: shiftSlipSample,
  kiosk_locator: locatorSample,
  test_page: testPageSample,
  code_pages: codePagesSample,
} as const satisfies Record<PaperDocument, object>

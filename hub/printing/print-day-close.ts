/** Lays the day close out for a printer (document 2, *Print the day close*), from the figures that the close has fixed. */

import { seeds } from "../../printer-templates/index.ts"
import type { printDayClose as endpoint } from "../../protocol/http/days.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { buildPrintJob, type ChosenTemplate, seedTemplate } from "../../protocol/print/build-print-job.ts"
import { dayCloseData, type PaperStore } from "../../protocol/print/documents.ts"
import type { Manner } from "../../protocol/print/format.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { closesOfDay } from "../cash/index.ts"
import { findDay } from "../day/index.ts"
import type { StoreLine } from "../fleet/index.ts"
import type { HubStore } from "../storage/index.ts"
import { type Downlink, findStore } from "../tenants/index.ts"

const PORTUGUESE: readonly (string | null)[] = ["BR"]

export interface Printing {
  readonly store: HubStore
  readonly ids: Ids
  readonly downlink: Downlink
  readonly line: StoreLine
}

export const printDayCloseHandler =
  ({ store, ids, downlink, line }: Printing): Handler<typeof endpoint> =>
  ({ params, body, caller }) =>
    store.read(caller, async (scope) => {
      const place = await findStore(scope, params.storeId.toLowerCase())
      if (!place) return refuse("FORBIDDEN", "The store is not of the key's account and vendor.")
      const day = await findDay(scope, place.id, params.businessDayDate)
      if (day?.status !== "closed") {
        return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${params.businessDayDate} is not closed.`)
      }
      const { keyWidth, copies } = body
      const job = buildPrintJob({
        jobId: ids.uuid(),
        template: chooseTemplate(body),
        subject: {
          kind: "storeDay",
          countryCode: place.countryCode,
          storeId: place.id,
          businessDayDate: day.businessDayDate,
        },
        data: dayCloseData(paperStore(place), day, await closesOfDay(scope, place.id, day.businessDayDate)),
        manner: mannerOf(place),
        printer: { width: body.printer.width, keyWidth, copies },
        freshness: { fiscal: "none", isCancelled: false, asOf: day.closedAt },
      })
      const atHome = await downlink.isEnrolled(scope.system, place.id)
      return { status: 200, data: job, ...(atHome && { headers: await line.freshness(place.id) }) }
    })

/** Only the seed exists so far: whoever asks for another template gets the seed and is told so. */
function chooseTemplate({
  templateId,
  templateVersion,
}: {
  templateId?: string
  templateVersion?: number
}): ChosenTemplate {
  const seed = seedTemplate(seeds.day_close)
  if (templateId !== undefined) return { ...seed, warnings: ["TEMPLATE_FELL_BACK_TO_SEED"] }
  const other = templateVersion !== undefined && templateVersion !== seeds.day_close.version
  return other ? { ...seed, warnings: ["TEMPLATE_VERSION_AMBIGUOUS", "TEMPLATE_FELL_BACK_TO_SEED"] } : seed
}

function paperStore(store: Store): PaperStore {
  const legal = store.legal
  const taxId = legal?.govIdNumber ? [legal.govIdType, legal.govIdNumber].filter(Boolean).join(" ") : null
  return { name: store.name, legalName: legal?.legalName ?? null, taxId, code: store.code }
}

function mannerOf({ countryCode, currency, timeZone }: Store): Manner {
  const language = PORTUGUESE.includes(countryCode) ? "pt" : "es"
  return { locale: countryCode ? `${language}-${countryCode}` : language, currencyCode: currency, timeZone }
}

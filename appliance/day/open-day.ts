/** Opens the store's business day. */
import type { openDay as endpoint } from "../../protocol/http/register.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { openDay } from "../../protocol/rules/business-day.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { currentDay, latestDay, saveDay } from "./days-store.ts"

export const openDayHandler =
  ({ outbox }: { outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx) => {
    const { store } = requireConfig(tx)
    const day = openDay({ store, latest: currentDay(tx) ?? latestDay(tx), now: tx.now })
    if (isRefusal(day)) return day
    saveDay(tx, day)
    outbox.record(tx, { kind: "day.opened", body: { day } })
    return { status: 201, data: day }
  }

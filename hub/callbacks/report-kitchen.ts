/** Accepts a kitchen display's report at the hub (docs/contract/callbacks.md#kitchen-status). */
import type { reportKitchen } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { kitchenKey } from "../../protocol/rules/queue/callback-key.ts"
import type { Accept } from "./batch-reports.ts"
import { narrowRefusal } from "./narrow-refusal.ts"

export const reportKitchenHandler =
  ({ accept }: { accept: Accept }): Handler<typeof reportKitchen> =>
  async ({ body, caller }) => {
    const answer = await accept(caller, {
      kind: "kitchen",
      orderId: body.orderId.toLowerCase(),
      echoesEvent: true,
      eventId: body.eventId,
      key: kitchenKey(body),
      report: body,
    })
    return isRefusal(answer) ? narrowRefusal(answer, ["VALIDATION_ERROR", "NOT_FOUND"]) : { status: 202, data: answer }
  }

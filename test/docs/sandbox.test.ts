import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { BEHAVIOURS } from "../../hub/payments/providers/sandbox/behaviours.ts"
import { productRoot } from "../../runtime/root.ts"
import { onSqlite } from "../kit/databases.ts"
import { KEY, openTestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"
import { openSandbox } from "../kit/sandbox.ts"

const PAGE = "docs/integrators/sandbox.md"

onSqlite((open) => {
  it("the page on the sandbox's faults is true", async () => {
    const sandbox = await openSandbox()
    const { hub, call } = await openTestHub(open, { sandbox, sandboxFiscalDelayMs: 0 })
    expect(jsonsOf(await runPage(PAGE, hub.url))).toMatchObject([
      { data: { orderId: "trouble-1", status: "OPEN" } },
      { success: false, error: "STORE_UNREACHABLE" },
      { success: false, error: "RATE_LIMITED" },
      { error: "VALIDATION_ERROR", details: [{ path: "x-sandbox-refuse" }] },
      { data: { outcome: "settled", revision: 1 } },
      {
        data: {
          intent: { status: "failed", attempts: [{ errorDescription: expect.stringContaining("insufficient_funds") }] },
        },
      },
      { data: { orderId: "trouble-3", status: "OPEN" } },
      { data: { requestStatus: "GENERATED", documentStatus: "REJECTED" } },
    ])
    const response = await call("POST", ORDERS, orderBody(), KEY, { "x-sandbox-refuse": "NOT_FOUND" })
    expect([response.status, response.headers.get("retry-after")]).toEqual([404, null])
  })
})

it("lists each behaviour of the sandbox provider with its cents", () => {
  const rows = [...readFileSync(join(productRoot(), PAGE), "utf8").matchAll(/^\| \.(\d\d) \| `([\w-]+)`/gm)].map(
    ([, cents, name]) => [name, Number(cents)],
  )
  const table = Object.entries(BEHAVIOURS).map(([name, { cents }]) => [name, cents])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(table))
})

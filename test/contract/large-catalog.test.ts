/** A large catalogue is sent to a store in parts while the store sells, and is the same on both sides at the end. */
import { expect, it, vi } from "vitest"
import type { Provisioning } from "../../hub/tenants/index.ts"
import { openTestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, testTenants } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { menuPath } from "../kit/provoke-menu.ts"

/** With BRASA_MANY=20000 as many as a chain has, and the time that it took. */
const MANY = Number(process.env.BRASA_MANY ?? 2_000)
const TIMEOUT = { timeout: 120_000, interval: 50 }

function greatCatalogue(): string {
  const file: Provisioning = JSON.parse(testTenants())
  const vendor = file.accounts[0]?.vendors[0]
  const [product] = vendor?.products ?? []
  const [category] = vendor?.categories ?? []
  for (let n = 0; n < MANY; n += 1) {
    vendor?.products?.push({ ...product, id: `p-many-${n}`, name: `Producto número ${n}` } as never)
    category?.products.push(`p-many-${n}`)
  }
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  it(
    "a catalogue of many products arrives at the box while it sells",
    async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const menu = async (at: typeof hub | typeof box) =>
        (await at.call("GET", menuPath(), undefined, KEY)).body.data.menu
      const started = Date.now()
      await hub.hub.operator.provision(greatCatalogue())
      const loaded = Date.now()
      const sold: number[] = []
      await vi.waitFor(async () => {
        sold.push((await box.call("POST", ORDERS, orderBody({ orderId: `during-${sold.length}` }), KEY)).status)
        expect((await menu(box)).products.length).toBeGreaterThan(MANY)
      }, TIMEOUT)
      if (process.env.BRASA_MANY) {
        process.stderr.write(
          `${MANY} products: at the hub ${loaded - started} ms, at the box ${Date.now() - loaded} ms later\n`,
        )
      }
      expect(new Set(sold)).toEqual(new Set([201]))
      expect(await menu(box)).toEqual(await menu(hub))
    },
    TIMEOUT.timeout,
  )
})

/** Produces every refusal of the menu's endpoints. */
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { type Answer, SISTER_STORE, STORE, type TestHub } from "./hub.ts"

const STORES = "/api/v1/core/external/stores"
export const MENU_SYNC = HUB_ENDPOINTS.reportMenuSync.path
const VENDOR = "acme.ec.quito"

export const menuPath = (channel = "POS", fulfillment = "DINE_IN", store = STORE) =>
  `${STORES}/${store}/menu?channel=${channel}&fulfillmentType=${fulfillment}`
export const publishPath = (store = STORE) => `${STORES}/${store}/menu/publish`
export const stockPath = (product: string, store = STORE) => `${STORES}/${store}/products/${product}/availability`
export const syncReport = (more: object = {}) => ({ vendorId: VENDOR, type: "PRODUCTS", status: "SUCCESS", ...more })

type Provoke = (hub: TestHub) => Promise<Answer>

/** Loses the menus that wait for a report, as a damaged database would, tries, and brings them back. */
export async function withoutMenus(hub: TestHub, work: () => Promise<Answer>): Promise<Answer> {
  const move = (from: string, to: string) =>
    hub.beside(({ store }) =>
      store.system.write(({ db }) =>
        db.updateTable("menu").set({ channel: to }).where("channel", "=", from).where("store_id", "=", STORE).execute(),
      ),
    )
  await move("POS", "LOST")
  const answer = await work()
  await move("LOST", "POS")
  return answer
}

export const MENU_PROVOKED = {
  getMenu: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${STORES}/${STORE}/menu?channel=POS`),
    NOT_FOUND: ({ call }) => call("GET", menuPath("POS", "DINE_IN", SISTER_STORE)),
    MENU_NOT_AVAILABLE: ({ call }) => call("GET", menuPath("RAPPI", "DELIVERY")),
  },
  setAvailability: {
    VALIDATION_ERROR: ({ call }) => call("PUT", stockPath("p-cola"), { available: "no" }),
    NOT_FOUND: ({ call }) => call("PUT", stockPath("p-nothing"), { available: false }),
  },
  publishMenu: {
    VALIDATION_ERROR: ({ call }) => call("POST", publishPath(), { channel: 7 }),
    NOT_FOUND: ({ call }) => call("POST", publishPath(SISTER_STORE), {}),
    MENU_NOT_AVAILABLE: ({ call }) => call("POST", publishPath(), { channel: "RAPPI" }),
    MENU_PUBLISH_LOCKED: async ({ call }) => {
      await call("POST", publishPath(), {})
      return call("POST", publishPath(), {})
    },
  },
  reportMenuSync: {
    VALIDATION_ERROR: ({ call }) => call("POST", MENU_SYNC, syncReport({ status: "DONE" })),
    FORBIDDEN: ({ call }) => call("POST", MENU_SYNC, syncReport({ vendorId: "acme.ec.guayaquil" })),
    DOMAIN_ERROR: async (hub) => {
      await hub.call("POST", publishPath(), {})
      return withoutMenus(hub, () => hub.call("POST", MENU_SYNC, syncReport()))
    },
  },
} as const satisfies Record<string, Record<string, Provoke>>

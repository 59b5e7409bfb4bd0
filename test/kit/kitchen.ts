/** Paired kitchen screens of a box, each calling with its own key. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import { type Answer, ask } from "./hub.ts"

const KITCHEN = "/api/lan/v1/kitchen"

interface AnyBox {
  readonly box: {
    readonly url: string
    pairingCode(device: { kind: DeviceKind; deviceId: string }): string | null
  }
}

export interface KitchenScreen {
  readonly key: string
  read(path: string): Promise<Answer>
  /** Each with an action id of its own, unless the body brings one. */
  post(path: string, body: object): Promise<Answer>
}

/** A station's screen is bound to the station of its own id. */
export async function pairScreen({ box }: AnyBox, kind: DeviceKind, deviceId: string): Promise<KitchenScreen> {
  const code = box.pairingCode({ kind, deviceId })
  const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  const { key } = paired.body.data
  return {
    key,
    read: (path) => ask(`${box.url}${KITCHEN}${path}`, { method: "GET", body: undefined, key }),
    post: (path, body) =>
      ask(`${box.url}${KITCHEN}${path}`, { method: "POST", body: { actionId: crypto.randomUUID(), ...body }, key }),
  }
}

/** A line of an order for a station. */
export const dish = (productId: string, stationCode: string, quantity = 1) => ({
  productId,
  name: productId,
  quantity,
  unitPrice: "3.2500",
  stationCode,
})

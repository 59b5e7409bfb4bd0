/** Who is asking on the LAN: a paired device of this store, or an API key that the hub has made known. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import { DEVICE_KINDS } from "../../protocol/scopes.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { hashSecret, isSameSecret } from "../../runtime/secrets.ts"
import { readConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { type Device, findDeviceByKey } from "./devices-store.ts"

export function authenticate(tx: BoxTx, key: string): Caller | null {
  const config = readConfig(tx)
  if (!config) return null
  const hash = hashSecret(key)
  const device = findDeviceByKey(tx, hash)
  if (device) return deviceCaller(device, config)
  const known = config.keys.find((candidate) => isSameSecret(candidate.hash, hash))
  if (!known || (known.expiresAt !== undefined && known.expiresAt <= tx.now)) return null
  const { keyId, accountId, vendorId, scopes } = known
  return { actor: `apikey:${keyId}`, keyId, accountId, vendorId, scopes }
}

/** The device whose key this is: its password on the store's broker. */
export function findDeviceKey(tx: BoxTx, key: string): Device | null {
  return findDeviceByKey(tx, hashSecret(key))
}

function deviceCaller(device: Device, { store }: StoreConfig): Caller {
  return {
    actor: `device:${device.deviceId}`,
    keyId: device.deviceId,
    accountId: store.accountId,
    vendorId: store.vendorId,
    storeId: store.id,
    scopes: DEVICE_KINDS[device.kind],
    device: { kind: device.kind, name: device.name, station: device.station },
  }
}

/** Authenticates a caller on the LAN: a paired device of this store, or an API key that the hub has sent to the box. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import { refuse } from "../../protocol/refusals.ts"
import { DEVICE_KINDS } from "../../protocol/scopes.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import { hashSecret, isSameSecret } from "../../runtime/secrets.ts"
import { readConfig } from "../catalog/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { type Device, findDeviceByKey, hasDevice } from "./devices-store.ts"

const REVOKED = refuse("UNAUTHORIZED", "This screen was put out; pair it again.")

export function authenticate(tx: BoxTx, key: string): Caller | null {
  const config = readConfig(tx)
  if (!config) return null
  const hash = hashSecret(key)
  const device = findDeviceByKey(tx, hash)
  if (device) return deviceCaller(device, config)
  const apiKey = config.keys.find((candidate) => isSameSecret(candidate.hash, hash))
  if (!apiKey || (apiKey.expiresAt !== undefined && apiKey.expiresAt <= tx.now)) return null
  const { keyId, accountId, vendorId, scopes } = apiKey
  return { actor: `apikey:${keyId}`, keyId, accountId, vendorId, scopes }
}

/** A device uses its key as its password on the store's broker. */
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

/** Checks the device again after the body has arrived, because a screen may be revoked between the head of its request and the body. */
export function recheckPairing(next: Guard, store: BoxStore): Guard {
  return (value, request, context) => {
    const { device, keyId } = request.caller
    const hasWaited = device !== undefined && value.body !== undefined
    if (hasWaited && !store.read((tx) => hasDevice(tx, keyId))) return REVOKED
    return next(value, request, context)
  }
}

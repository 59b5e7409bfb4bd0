/** Trades a pairing code for a device's key; the key is shown once and kept as a hash. */
import type { pairDevice } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import { hashSecret } from "../../protocol/runtime/secrets.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { readConfig, storeFace } from "../catalog/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { saveDevice, savePairingCode, takePairingCode } from "./devices-store.ts"

const CODE_LENGTH = 8
/** No letters or digits that are read for each other. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

export const pairDeviceHandler =
  ({ ids }: { ids: Ids }): BoxHandler<typeof pairDevice> =>
  (tx, { body }) => {
    const config = readConfig(tx)
    if (!config) return refuse("NOT_FOUND", "This box has no store yet: claim it at headquarters first.")
    const code = takePairingCode(tx, hashSecret(normalise(body.code)))
    if (!code) return refuse("NOT_FOUND", "This pairing code is unknown, used or expired; ask the box for a new one.")
    const key = ids.secret("brasa_device_")
    saveDevice(tx, { ...code, name: body.name ?? code.deviceId }, hashSecret(key))
    return { status: 201, data: { ...code, key, store: storeFace(config.store) } }
  }

/** Makes a code that pairs `deviceId` once. Written down nowhere: the caller shows it. */
export function createPairingCode(tx: BoxTx, device: { kind: DeviceKind; deviceId: string }, ids: Ids): string {
  const code = readable(ids.token())
  savePairingCode(tx, hashSecret(code), device, null)
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

function normalise(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "")
}

function readable(random: string): string {
  const bytes = Buffer.from(random, "base64url").subarray(0, CODE_LENGTH)
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("")
}

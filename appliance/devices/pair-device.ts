/** Makes pairing codes, and trades one for a device's key; the key is shown once and kept as a hash. */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { pairDevice } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { RecordAudit } from "../audit/index.ts"
import { readConfig, storeFace } from "../catalog/index.ts"
import { endTokensAt } from "../staff/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { type Device, saveDevice } from "./devices-store.ts"
import type { CodeTries } from "./limit-pairing-attempts.ts"
import { findPairingCode, savePairingCode, spendCode } from "./pairing-codes-store.ts"

const CODE_LENGTH = 8
/** No letters or digits that are read for each other. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
/** Of a code that a manager makes; one of the console waits until it is used. */
export const CODE_LIFE_SECONDS = 10 * 60

export interface PairDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly tries: CodeTries
  readonly record: RecordAudit
  /** Ends the line of whoever had the key before. */
  readonly onPaired: (deviceId: string) => void
}

const UNKNOWN = refuse("NOT_FOUND", "This pairing code is unknown, used or expired; ask the box for a new one.")

export function pairDeviceHandler({ store, ids, tries, record, onPaired }: PairDeps): Handler<typeof pairDevice> {
  return async ({ body, caller }) => {
    const address = caller.keyId
    if (tries.isOver(address)) return refuse("RATE_LIMITED", "Too many wrong codes; try again in a minute.")
    // Not together with others: whoever tries many codes in one moment would have all of them looked at before the first is counted.
    const paired = store.write((tx) => {
      const config = readConfig(tx)
      if (!config) return refuse("NOT_FOUND", "This box has no store yet: claim it at headquarters first.")
      const codeHash = hashSecret(normalise(body.code))
      const code = findPairingCode(tx, codeHash)
      if (!code) return UNKNOWN
      if (body.kinds && !body.kinds.includes(code.kind))
        return refuse("CONFLICT", `This code pairs a screen of the kind ${code.kind}; it is still good there.`)
      spendCode(tx, codeHash)
      const key = ids.secret("brasa_device_")
      const device = { ...code, name: body.name ?? code.name }
      endTokensAt(tx, device.deviceId)
      saveDevice(tx, device, hashSecret(key))
      const { deviceId, kind, name, station } = device
      record(tx, {
        action: "device.paired",
        caller: asDevice(caller, device),
        subject: deviceId,
        detail: { kind, name, station },
      })
      tx.afterCommit(() => onPaired(deviceId))
      return { status: 201 as const, data: { deviceId, kind, name, station, key, store: storeFace(config.store) } }
    })
    if (paired === UNKNOWN) {
      tries.wrong(address)
      await store.writeTogether((tx) =>
        record(tx, { action: "device.code-refused", caller: null, detail: { address } }),
      )
    }
    return paired
  }
}

/** In the trail the screen itself says that it was paired. */
function asDevice(caller: VendorCaller, { deviceId, kind, name, station }: Device): VendorCaller {
  return { ...caller, keyId: deviceId, device: { kind, name, station } }
}

export interface NewDevice {
  readonly kind: DeviceKind
  readonly deviceId: string
  readonly name?: string
  readonly station?: string | null
}

/** Makes a code that pairs `deviceId` once. Written down nowhere: the caller shows it. */
export function createPairingCode(tx: BoxTx, wanted: NewDevice, ids: Ids, lifeSeconds: number | null = null): string {
  const { kind, deviceId, name = deviceId } = wanted
  const code = drawCode(ids)
  // The console names a kitchen screen after its station.
  const station = kind === "kds_station" ? (wanted.station ?? deviceId) : null
  const expiresAt = lifeSeconds === null ? null : plusSeconds(tx.now, lifeSeconds)
  savePairingCode(tx, hashSecret(normalise(code)), { kind, deviceId, name, station }, expiresAt)
  return code
}

/** As it is shown to a person. */
export function drawCode(ids: Pick<Ids, "token">): string {
  const code = readable(ids.token())
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

function normalise(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "")
}

function readable(random: string): string {
  const bytes = Buffer.from(random, "base64url").subarray(0, CODE_LENGTH)
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("")
}

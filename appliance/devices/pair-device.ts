/** Creates pairing codes, and pairs a screen that sends one. The screen's key is in that one answer; the box stores its hash. */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { pairDevice } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { RecordAudit } from "../audit/index.ts"
import { readConfig, storeSummary } from "../catalog/index.ts"
import { endTokensAt } from "../staff/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { type Device, saveDevice } from "./devices-store.ts"
import { findPairingCode, savePairingCode, spendCode } from "./pairing-codes-store.ts"

const CODE_LENGTH = 8
/** Without letters and digits that look alike. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
/** For a code that a manager creates. A code from the console has no end. */
export const CODE_LIFE_SECONDS = 10 * 60
const WRONG_MAX_PER_ADDRESS = 8
const WRONG_MAX = 40
const WRONG_WINDOW_MS = 60_000

interface PairDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly attempts: PairingAttempts
  readonly record: RecordAudit
  /** Closes the connection of a screen that used the earlier key. */
  readonly onPaired: (deviceId: string) => void
}

const UNKNOWN = refuse("NOT_FOUND", "This pairing code is unknown, used or expired; ask the box for a new one.")

export function pairDeviceHandler({ store, ids, attempts, record, onPaired }: PairDeps): Handler<typeof pairDevice> {
  return async ({ body, caller }) => {
    const address = caller.keyId
    if (attempts.isOver(address)) return refuse("RATE_LIMITED", "Too many wrong codes; try again in a minute.")
    // A transaction of its own, not a group commit: a group would check many codes before it counts the first wrong one.
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
      return { status: 201 as const, data: { deviceId, kind, name, station, key, store: storeSummary(config.store) } }
    })
    if (paired === UNKNOWN) {
      attempts.wrong(address)
      await store.writeTogether((tx) =>
        record(tx, { action: "device.code-refused", caller: null, detail: { address } }),
      )
    }
    return paired
  }
}

/** In the audit log, the new screen itself is the caller. */
function asDevice(caller: VendorCaller, { deviceId, kind, name, station }: Device): VendorCaller {
  return { ...caller, keyId: deviceId, device: { kind, name, station } }
}

export interface NewDevice {
  readonly kind: DeviceKind
  readonly deviceId: string
  readonly name?: string
  readonly station?: string | null
}

/** Creates a code that pairs `deviceId` once. The box stores only its hash, so the caller must show it. */
export function createPairingCode(tx: BoxTx, device: NewDevice, ids: Ids, lifeSeconds: number | null = null): string {
  const { kind, deviceId, name = deviceId } = device
  const code = drawCode(ids)
  // The console names a kitchen screen after its station.
  const station = kind === "kds_station" ? (device.station ?? deviceId) : null
  const expiresAt = lifeSeconds === null ? null : plusSeconds(tx.now, lifeSeconds)
  savePairingCode(tx, hashSecret(normalise(code)), { kind, deviceId, name, station }, expiresAt)
  return code
}

/** A random code in the form that people see, `ABCD-2345`. */
export function drawCode(ids: Pick<Ids, "token">): string {
  const code = readable(ids.token())
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

function normalise(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, "")
}

function readable(random: string): string {
  const bytes = Buffer.from(random, "base64url").subarray(0, CODE_LENGTH)
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("")
}

export interface PairingAttempts {
  isOver(address: string): boolean
  wrong(address: string): void
}

/** Counts wrong codes, per address and in total. The count is in memory, because a restart takes longer than its window. */
export function countPairingAttempts(clock: Clock): PairingAttempts {
  let wrongCodes: { readonly at: number; readonly address: string }[] = []
  const recent = () => {
    const since = clock.ms() - WRONG_WINDOW_MS
    wrongCodes = wrongCodes.filter(({ at }) => at > since)
    return wrongCodes
  }
  return {
    isOver: (address) => {
      const all = recent()
      return all.length >= WRONG_MAX || all.filter((one) => one.address === address).length >= WRONG_MAX_PER_ADDRESS
    },
    wrong: (address) => void recent().push({ at: clock.ms(), address }),
  }
}

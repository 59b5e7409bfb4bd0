/** The endpoints that a box serves to its standby, and to the box that it has replaced. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { followLog, joinStandby, openBase, queryPeer, readBase, stepDown } from "../../protocol/http/standby.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret, matchesHash, seal } from "../../runtime/secrets.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { createKeyExchange, type KeyExchange, normalise, proofOf } from "./shared-secret.ts"
import type { LogShipper } from "./ship-log.ts"
import { readStandby, saveFollower, saveUrl } from "./standby-store.ts"

export const JOIN_KEY_CONTEXT = "standby/join"
const UNKNOWN_KEY = refuse("UNAUTHORIZED", "This box has another standby, or none: join it anew.")
const UNKNOWN_CODE = refuse(
  "NOT_FOUND",
  "This code is unknown, used or expired: brasa appliance standby-code shows a new one.",
)

export interface ServingStandby {
  readonly store: BoxStore
  readonly ids: Ids
  readonly shipping: LogShipper
  readonly record: RecordAudit
  readonly secretKey: Buffer
  readonly version: string
  readonly storeName: (tx: BoxTx) => string
  /** After wrong codes, an address must wait. */
  readonly tries: { isOver(address: string): boolean; wrong(address: string): void }
  /** Shuts this box out: it sells and numbers nothing more. Durable when it returns. */
  readonly fence: () => void
}

export function standbyRoutes(parts: ServingStandby) {
  const { store, shipping } = parts
  const follows = (tx: BoxTx, key: string) => {
    const { keyHash } = readStandby(tx)
    return keyHash !== null && matchesHash(key, keyHash)
  }
  const known = (key: string) => store.read((tx) => follows(tx, key))
  const log: Handler<typeof followLog> = async ({ body }) => {
    const row = store.read(readStandby)
    if (row.keyHash === null || !matchesHash(body.key, row.keyHash)) return UNKNOWN_KEY
    if (row.url !== body.url) store.write((tx) => saveUrl(tx, body.url))
    const part = shipping.log({ generation: body.generation, end: body.end }, body.max)
    return { status: 200, data: { part: part && { ...part, bytes: part.bytes.toString("base64") } } }
  }
  const base: Handler<typeof openBase> = async ({ body }) => {
    if (!known(body.key)) return UNKNOWN_KEY
    return { status: 201, data: await shipping.openBase() }
  }
  const part: Handler<typeof readBase> = async ({ params, body }) => {
    if (!known(body.key)) return UNKNOWN_KEY
    const bytes = shipping.readBase(params.baseId, body.offset)
    if (bytes === null) return refuse("NOT_FOUND", "This copy is no longer kept; ask for a new one.")
    return { status: 200, data: { bytes: bytes.toString("base64") } }
  }
  const down: Handler<typeof stepDown> = async ({ body }) => {
    if (!known(body.key)) return UNKNOWN_KEY
    parts.fence()
    return { status: 200, data: { fenced: true } }
  }
  const peer: Handler<typeof queryPeer> = async ({ body }) => {
    const { promotedAt, formerHash } = store.read(readStandby)
    const proof = promotedAt !== null && formerHash !== null ? proofOf(formerHash, body.nonce) : null
    return { status: 200, data: { promotedAt, proof } }
  }
  return {
    joinStandby: joinHandler(parts),
    followLog: log,
    openBase: base,
    readBase: part,
    stepDown: down,
    queryPeer: peer,
  }
}

function joinHandler(deps: ServingStandby): Handler<typeof joinStandby> {
  const { store, shipping, ids, record, tries } = deps
  return async ({ body, caller }) => {
    if (tries.isOver(caller.keyId)) return refuse("RATE_LIMITED", "Too many wrong codes; try again in a minute.")
    const meeting = createKeyExchange()
    const shared = keyOf(meeting, body)
    if (shared === null) return invalid({ path: "publicKey", message: "is no X25519 key" })
    const key = ids.secret("brasa_standby_")
    // Synchronous, so that a wrong code is counted before the next one is checked.
    const joined = store.write((tx) => {
      const { codeHash, codeUntil } = readStandby(tx)
      const isOpen = codeHash !== null && codeUntil !== null && codeUntil > tx.now
      if (!isOpen || !matchesHash(normalise(body.code), codeHash)) return UNKNOWN_CODE
      saveFollower(tx, hashSecret(key))
      record(tx, { action: "standby.joined", caller: null, detail: { address: caller.keyId } })
      return { storeName: deps.storeName(tx) }
    })
    if ("refused" in joined) {
      tries.wrong(caller.keyId)
      return joined
    }
    shipping.begin()
    const secrets = JSON.stringify({ key, secretKey: deps.secretKey.toString("base64url") })
    const sealed = seal(secrets, shared, JOIN_KEY_CONTEXT)
    return { status: 201, data: { ...joined, version: deps.version, publicKey: meeting.publicKey, sealed } }
  }
}

function keyOf(meeting: KeyExchange, { publicKey, code }: { publicKey: string; code: string }): Buffer | null {
  try {
    return meeting.keyWith(publicKey, code)
  } catch {
    return null
  }
}

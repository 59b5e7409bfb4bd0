/** Bugs as people make them, planted one at a time: a simulation that does not find them proves nothing. */
import type { Database } from "better-sqlite3"
import { findByExternalId } from "../../../appliance/orders/store/index.ts"
import type { BoxStore, BoxTx } from "../../../appliance/storage/index.ts"
import type { Offered } from "../../../hub/orders/offer-order.ts"
import type { DownlinkMessage } from "../../../hub/sync/downlink-message.ts"
import { ack, down } from "../../../protocol/mqtt/cloud.ts"
import { query } from "../hub-disk.ts"
import type { PlantedBug } from "./names.ts"
import type { Plant } from "./plant.ts"

/** What a box does in each of its transactions besides. */
const alsoAtBox = (also: (db: Database) => void): Plant => ({
  boxStore: (store): BoxStore => ({
    ...store,
    write: (fn) =>
      store.write((tx) => {
        const value = fn(tx)
        also(tx.db)
        return value
      }),
  }),
})

const appliedDown = (db: Database) =>
  db.prepare<[], { applied: number }>("SELECT applied_down AS applied FROM sync_line").get()?.applied ?? 0

/** The watermark of the down log has a transaction of its own, behind that of the ops. */
function watermarkApart(store: BoxStore): BoxStore {
  const set = (db: Database, applied: number) => db.prepare("UPDATE sync_line SET applied_down = ?").run(applied)
  return {
    ...store,
    write: (fn) => {
      let moved: number | null = null
      const value = store.write((tx) => {
        const before = appliedDown(tx.db)
        const done = fn(tx)
        const after = appliedDown(tx.db)
        if (after === before) return done
        moved = after
        set(tx.db, before)
        return done
      })
      if (moved !== null) store.write((tx) => void set(tx.db, moved as number))
      return value
    },
  }
}

function isSaid(value: unknown): value is readonly DownlinkMessage[] {
  return Array.isArray(value) && value.every((one) => typeof one?.topic === "string" && "payload" in one)
}

function changeAck(said: DownlinkMessage, change: (message: { applied: number }) => object): DownlinkMessage {
  const read = ack.parse(said.topic) ? ack.decode(said.payload) : null
  if (!read?.ok) return said
  return { ...said, payload: ack.encode({ ...read.message, ...change(read.message) }) }
}

function unfence(message: DownlinkMessage): DownlinkMessage {
  const current = { standing: "current" as const }
  const read = down.parse(message.topic) ? down.decode(message.payload) : null
  if (read?.ok && read.message.standing === "fenced") {
    return { ...message, payload: down.encode({ ...read.message, ...current }) }
  }
  const heard = ack.parse(message.topic) ? ack.decode(message.payload) : null
  return heard?.ok && heard.message.standing === "fenced" ? changeAck(message, () => current) : message
}

/** The order as the hub accepted it, without what was done to it there: only where the store has the same order of its own. */
function withoutHubWrites(tx: BoxTx, op: { readonly kind: string; readonly body: unknown }) {
  const { order, offered } = op.body as { order?: unknown; offered?: Offered | null }
  if (!offered || !findByExternalId(tx, offered.order.orderExternal)) return op
  const accepted = { ...offered.order, status: "OPEN", payments: [] }
  return { ...op, body: { order, offered: { ...offered, order: accepted, corrections: [] } } }
}

export const PLANTED: Readonly<Record<PlantedBug, Plant>> = {
  "the hub acknowledges before it commits": {
    hubStore: (store, say) => ({
      ...store,
      system: {
        ...store.system,
        write: (fn) =>
          store.system.write(async (scope) => {
            const value = await fn(scope)
            if (isSaid(value)) for (const message of value) say(message)
            return value
          }),
      },
    }),
  },
  "the hub's watermark is off by one": {
    said: (message) => changeAck(message, ({ applied }) => ({ applied: applied + 1 })),
  },
  "a command is asked again without its key": { againAs: (_requestId, ids) => ids.uuid() },
  "the answer of a command is not kept": alsoAtBox((db) => void db.prepare("DELETE FROM command_answer").run()),
  "a box that was replaced or copied is not fenced": { said: unfence },
  "the hub drops as a duplicate what was made in the same moment": {
    applyUp: (next) => {
      const moments = new Set<string>()
      return async (scope, enrolled, op) => {
        const key = `${enrolled.storeId}/${op.at}`
        if (moments.has(key)) return null
        moments.add(key)
        return next(scope, enrolled, op)
      }
    },
  },
  "the box forgets what was not acknowledged": alsoAtBox((db) => {
    db.prepare("DELETE FROM outbox WHERE seq < (SELECT max(seq) FROM outbox) - 5").run()
  }),
  "the hub forgets what a store has not taken": {
    forgets: (scope) => query(scope, "DELETE FROM down_op WHERE offered_at IS NULL"),
  },
  "the box keeps its watermark apart from the ops": { boxStore: watermarkApart },
  "a restored box numbers before it has asked": { facts: { ino: 1, birthtimeMs: 0, ctimeMs: 0 } },
  "a box trusts a journal that was copied": {
    journal: (journal) => ({ ...journal, isOriginal: true, isCopy: false }),
  },
  "an event is told before its commit": { tellsEarly: true },
  "a sale is written for the tenant of the one before": {
    applyUp: (next) => {
      let before: { accountId: string; vendorId: string } | null = null
      return (scope, enrolled, op) => {
        const { accountId, vendorId } = before ?? enrolled
        before = enrolled
        return next(scope, { ...enrolled, accountId, vendorId }, op)
      }
    },
  },
  "the hub goes by the box's clock and not by its numbers": {
    takeStep: (next) => (storeId, result) => {
      if (result.is !== "up") return next(storeId, result)
      const { message } = result
      const sorted = [...message.ops].sort((a, b) => a.at.localeCompare(b.at))
      const ops = sorted.map((op, index) => ({ ...op, seq: message.from + index }))
      return next(storeId, { ...result, message: { ...message, ops } })
    },
  },
  "the box drops what the hub acknowledged of an order that both accepted": {
    applyDown: (next) => (tx, op) => next(tx, { ...op, ...withoutHubWrites(tx, op) }),
  },
  "the hub leaves both numbers of an order valid": {
    applyUp: (next) => async (scope, place, op) => {
      const refused = await next(scope, place, op)
      await query(scope, "DELETE FROM job WHERE kind = 'fiscal.cancel-duplicate'")
      return refused
    },
  },
}

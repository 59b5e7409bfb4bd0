/** Sends the events of a period again, in batches. A crash between two batches only pauses it. */
import { wantsEvent } from "../../protocol/events/event-filter.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { type Endpoint, endpointsOf } from "./endpoints-store.ts"
import { sendAgain } from "./fan-out.ts"
import {
  countEvents,
  type EventKey,
  eventsAfter,
  insertReplay,
  lockReplay,
  moveReplay,
  type Replay,
} from "./replays-store.ts"

export const REPLAY = "webhook.replay"

/** Events per transaction. */
const BATCH_MAX = 200

interface ReplayBody {
  readonly replayId: string
}

interface ReplayRequest {
  readonly from: string
  readonly to: string
  /** Null: every endpoint whose filter matches. */
  readonly endpointId: string | null
}

/** Starts a replay of the vendor's events. Jobs in the queue do the rest. */
export async function beginReplay(tx: TenantWrite, ids: Ids, request: ReplayRequest): Promise<Replay | null> {
  const id = ids.uuid()
  await insertReplay(tx, { ...request, id, total: await countEvents(tx, request) })
  await enqueue(tx, ids, { kind: REPLAY, lane: id, body: { replayId: id } satisfies ReplayBody })
  return lockReplay(tx, id)
}

export function replayKind(ids: Ids): TransactionalJobKind<ReplayBody> {
  return {
    retry: CALLBACK_RETRY,
    laneMax: 1,
    async apply(tx, { body }) {
      const replay = await stepReplay(tx, ids, body.replayId)
      if (!replay) return { is: "ignored", result: { why: "there is no such replay" } }
      if (replay.endedAt === null) await enqueue(tx, ids, { kind: REPLAY, lane: replay.id, body })
      return { is: "processed", result: { seen: replay.seen, queued: replay.queued } }
    },
  }
}

/** Does one batch. Returns how far the replay is. The command line and the queue may both call this: the row is locked. */
export async function stepReplay(tx: TenantWrite, ids: Ids, replayId: string): Promise<Replay | null> {
  const replay = await lockReplay(tx, replayId)
  if (!replay || replay.endedAt !== null) return replay
  const events = await eventsAfter(tx, replay, BATCH_MAX)
  const all = await endpointsOf(tx)
  const endpoints = all.filter(({ id }) => replay.endpointId === null || replay.endpointId === id)
  let { queued } = replay
  for (const endpoint of endpoints) {
    queued += await sendAgain(tx, ids, { endpoint, eventKeys: wanted(endpoint, events) })
  }
  const last = events.at(-1)
  const moved = {
    cursorAt: last?.createdAt ?? replay.cursorAt,
    cursorId: last?.key ?? replay.cursorId,
    seen: replay.seen + events.length,
    queued,
  }
  const ended = events.length < BATCH_MAX
  await moveReplay(tx, replay.id, { ...moved, ended })
  return { ...replay, ...moved, endedAt: ended ? tx.now : null }
}

function wanted(endpoint: Endpoint, events: readonly EventKey[]): string[] {
  return events.filter(({ type }) => wantsEvent(endpoint.events, type)).map(({ key }) => key)
}

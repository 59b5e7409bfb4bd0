/** Sends a request to the store that owns an order and waits for the store's answer, or until the deadline. */
import { command, reply } from "../../protocol/mqtt/cloud.ts"
import { COMMAND_TIMEOUT_MS, COPY_WAIT_MS } from "../../protocol/sync/limits.ts"
import type { Reply } from "../../protocol/sync/messages.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore } from "../storage/index.ts"
import type { Wire } from "./notify-stores.ts"
import { readSyncState } from "./sync-state-store.ts"

/** A lost command is sent again. The store recognises it by its request id. */
const REPEAT_MS = 1_500
const COPY_POLL_MS = 100

interface CallDeps {
  readonly store: HubStore
  readonly wire: Wire
  /** This process: the store sends its reply to it alone. */
  readonly hubId: string
  readonly ids: Pick<Ids, "uuid">
  readonly clock: Clock
  readonly log: Log
}

export interface StoreCalls {
  /** Returns the store's answer, or null when it cannot be reached or was silent for `timeoutMs`. A repeat is safe. */
  call(
    storeId: string,
    request: { readonly kind: string; readonly body: unknown },
    timeoutMs?: number,
  ): Promise<{ readonly answer: unknown } | null>
  receive(topic: string, payload: Uint8Array): void
  stop(): void
}

export function createStoreCalls(deps: CallDeps): StoreCalls {
  const waiting = new Map<string, (answered: Reply | null) => void>()
  return {
    async call(storeId, request, timeoutMs = COMMAND_TIMEOUT_MS) {
      const stored = await deps.store.system.read((scope) => readSyncState(scope, storeId))
      const epoch = stored?.state.current?.epoch
      // A store that went offline in order is not waited for.
      if (!stored?.state.online || epoch === undefined) return null
      const { hubId, clock } = deps
      const address = { requestId: deps.ids.uuid(), hubId, deadline: clock.ms() + timeoutMs, epoch }
      const payload = command.encode({ ...address, ...request, after: stored.state.downHead })
      const answered = await ask(deps, waiting, { storeId, requestId: address.requestId, payload, timeoutMs })
      if (answered === null) return null
      await awaitCopy(deps, storeId, answered)
      return { answer: answered.answer }
    },
    receive(topic, payload) {
      const storeId = reply.parse(topic)?.storeId
      const heard = reply.decode(payload)
      if (storeId === undefined || !heard.ok) return
      waiting.get(keyOf(storeId, heard.message.requestId))?.(heard.message)
    },
    stop() {
      for (const settle of waiting.values()) settle(null)
    },
  }
}

/** The store's id is part of the key, so no store can answer for another. */
function keyOf(storeId: string, requestId: string): string {
  return `${storeId}/${requestId}`
}

function ask(
  { wire, log }: CallDeps,
  waiting: Map<string, (answered: Reply | null) => void>,
  call: { storeId: string; requestId: string; payload: string; timeoutMs: number },
): Promise<Reply | null> {
  const { storeId, payload } = call
  const key = keyOf(storeId, call.requestId)
  return new Promise((resolve) => {
    const send = () => {
      wire
        .publish(command.topic({ storeId }), payload)
        .catch((error) => log.debug({ err: error }, "a command was not sent"))
    }
    const repeat = setInterval(send, REPEAT_MS)
    const settle = (answered: Reply | null) => {
      clearInterval(repeat)
      clearTimeout(deadline)
      waiting.delete(key)
      resolve(answered)
    }
    const deadline = setTimeout(settle, call.timeoutMs, null)
    waiting.set(key, settle)
    send()
  })
}

/** Waits up to a second until the hub's copy has what the store has just done, so that the caller can read its own write. */
async function awaitCopy({ store, clock }: CallDeps, storeId: string, { epoch, head }: Reply): Promise<void> {
  const until = clock.ms() + COPY_WAIT_MS
  let wait = 5
  for (;;) {
    const current = (await store.system.read((scope) => readSyncState(scope, storeId)))?.state.current
    if (current?.epoch !== epoch || current.applied >= head || clock.ms() + wait > until) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(wait * 2, COPY_POLL_MS)
  }
}

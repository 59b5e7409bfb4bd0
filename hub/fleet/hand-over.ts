/** A box whose credential the broker takes no more hears that it was replaced, and hands over what it had sold (design of sync, *Replacement*). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { handOver as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import { hashSecret } from "../../protocol/runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { wasReplaced } from "./boxes-store.ts"

export interface Message {
  readonly topic: string
  readonly payload: string
}

/** Sync's part: what it answers to a former box; null when it could not just now. */
export type HearFormer = (storeId: string, message: Message) => Promise<readonly Message[] | null>

export interface HandingOver {
  readonly store: HubStore
  readonly hearFormer: HearFormer
}

export const handOverHandler =
  ({ store, hearFormer }: HandingOver): Handler<typeof endpoint> =>
  async ({ body }) => {
    const storeId = body.storeId.toLowerCase()
    const known = await store.system.read((scope) => wasReplaced(scope, storeId, hashSecret(body.password)))
    if (!known) return refuse("NOT_FOUND", "No box with this credential was replaced.")
    if (body.message === null) return { status: 200, data: { messages: [] } }
    const messages = await hearFormer(storeId, body.message)
    if (messages === null) return refuse("SERVICE_UNAVAILABLE", "The message was not taken; say it again.")
    return { status: 200, data: { messages: [...messages] } }
  }

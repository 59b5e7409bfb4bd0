/** Produces every refusal of the payment links at a hub that serves the sandbox provider; a second provider is configured but unreachable. */
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { ABSENT_PROVIDER, STORE, type TestHub } from "../kit/hub.ts"

const INTENTS = HUB_ENDPOINTS.createCharge.path
const asked = HUB_ENDPOINTS.createCharge.example
let count = 0

/** The sandbox rejects what ends in 01. */
const REJECTED = 6.01

/** A charge whose only attempt has failed. */
async function failed({ call }: TestHub): Promise<{ intentId: string; attemptId: string }> {
  count += 1
  const { body } = await call("POST", INTENTS, { ...asked, amount: REJECTED, externalOrderId: `provoked-${count}` })
  const { intentId, attempts } = body.data.intent
  return { intentId, attemptId: attempts[0].attemptId }
}

/** The same, as if the absent provider had answered a link. */
async function waiting(hub: TestHub): Promise<string> {
  const { attemptId } = await failed(hub)
  const set = { status: "requires_redirect", provider_code: ABSENT_PROVIDER }
  await hub.beside(({ store }) =>
    store.system.write(({ db }) =>
      db.updateTable("charge_attempt").set(set).where("attempt_id", "=", attemptId).execute(),
    ),
  )
  return attemptId
}

const act = ({ call }: TestHub, attemptId: string, verb: "cancel" | "refund") =>
  call("POST", `/api/v1/external/bridge/attempts/${attemptId}/${verb}`)

export const PAYMENT_LINKS_PROVOKED = {
  createCharge: {
    VALIDATION_ERROR: ({ call }: TestHub) => call("POST", INTENTS, { ...asked, methodCode: "SHELLS" }),
    NOT_FOUND: ({ call }: TestHub) => call("POST", INTENTS, { ...asked, externalOrderId: "x", storeId: NOWHERE }),
  },
  getCharge: { NOT_FOUND: ({ call }: TestHub) => call("GET", `${INTENTS}/${STORE}`) },
  addAttempt: {
    VALIDATION_ERROR: async (hub: TestHub) =>
      hub.call("POST", `${INTENTS}/${(await failed(hub)).intentId}/pay`, { methodCode: "LINK", amount: 99 }),
    NOT_FOUND: ({ call }: TestHub) => call("POST", `${INTENTS}/${STORE}/pay`, { methodCode: "LINK" }),
  },
  cancelAttempt: {
    NOT_FOUND: (hub: TestHub) => act(hub, STORE, "cancel"),
    CONFLICT: async (hub: TestHub) => act(hub, (await failed(hub)).attemptId, "cancel"),
    SERVICE_UNAVAILABLE: async (hub: TestHub) => act(hub, await waiting(hub), "cancel"),
  },
  refundAttempt: {
    NOT_FOUND: (hub: TestHub) => act(hub, STORE, "refund"),
    CONFLICT: async (hub: TestHub) => act(hub, (await failed(hub)).attemptId, "refund"),
  },
  receiveProviderReport: {
    UNAUTHORIZED: unsigned,
    RATE_LIMITED: async (hub: TestHub) => {
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await unsigned(hub)
      const answer = await unsigned(hub)
      // Other refusals of this address are asked for after this one.
      hub.clock.advance(MINUTE_MS)
      return answer
    },
  },
} as const

const ADDRESS_BURST = 60
const MINUTE_MS = 60_000

function unsigned({ call }: TestHub) {
  return call("POST", "/api/v1/webhooks/payments/absent", { id: "unsigned" }, null)
}

const NOWHERE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"

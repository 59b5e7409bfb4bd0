/** The adapter of the sandbox provider over HTTP, as for any provider: keys, a time limit, a signature. */
import { toMajor } from "../../../../protocol/money.ts"
import { isMoment, toUtc } from "../../../../protocol/time.ts"
import { isSameSecret } from "../../../../runtime/secrets.ts"
import {
  type LinkAnswer,
  type LinkRequest,
  type PaymentProvider,
  PROVIDER_REPORT_STATES,
  type ProviderAccess,
  type ProviderReport,
  type ProviderRequest,
  type RefundAnswer,
  type RefundRequest,
} from "../provider.ts"
import { SIGNATURE_HEADER, sign } from "./sign.ts"

/** A guest stands at the register, so a longer request is given up and tried again later. */
const TIMEOUT_MS = 5_000
const OK = 200
const CREATED = 201
const REFUSED = 422

export function createSandboxAdapter(access: ProviderAccess): PaymentProvider {
  return {
    refund: (request) => refund(access, request),
    links: {
      createLink: (request) => createLink(access, request),
      async cancelLink({ attemptId }) {
        const { status, said } = await post(access, `/payments/${attemptId}/cancel`, {})
        if (status === OK) return { outcome: "canceled" }
        if (status === REFUSED) return { outcome: "refused", message: messageOf(said) }
        return unclear(status)
      },
      readWebhook: (sent) => readWebhook(access, sent),
    },
  }
}

async function createLink(access: ProviderAccess, { attemptId, amount, ...asked }: LinkRequest): Promise<LinkAnswer> {
  const { status, said } = await post(access, "/payments", { ...asked, key: attemptId, amount: toMajor(amount) })
  if (status === REFUSED) return { outcome: "rejected", message: messageOf(said) }
  const { link, id } = said
  if ((status !== OK && status !== CREATED) || typeof link !== "string" || typeof id !== "string")
    return unclear(status)
  return { outcome: "link", link, reference: id }
}

async function refund(access: ProviderAccess, request: RefundRequest): Promise<RefundAnswer> {
  const amount = toMajor(request.tenders.reduce((total, tender) => total + Number(tender.amount), 0))
  const { status, said } = await post(access, "/refunds", {
    key: request.key,
    amount,
    currencyCode: request.currencyCode,
    reason: request.reason,
    payment: request.payment?.attemptId ?? null,
    order: request.order?.orderExternal ?? null,
  })
  if (status === OK) return { outcome: "refunded", reference: typeof said.id === "string" ? said.id : null }
  if (status === REFUSED) return { outcome: "refused", message: messageOf(said) }
  return unclear(status)
}

function readWebhook({ secret }: ProviderAccess, { bytes, header }: ProviderRequest): ProviderReport | null {
  if (!isSameSecret(header(SIGNATURE_HEADER) ?? "", sign(bytes, secret))) return null
  const said = parse(bytes)
  const word = PROVIDER_REPORT_STATES.find((known) => said.type === `payment.${known}`)
  const { id, payment, key, at, message } = said
  if (!word || typeof id !== "string" || typeof payment !== "string" || typeof at !== "string") return null
  if (!isMoment(at)) return null
  return {
    eventId: id,
    reference: payment,
    attemptId: typeof key === "string" ? key : null,
    said: word,
    message: typeof message === "string" ? message : null,
    at: toUtc(at),
  }
}

type Said = Readonly<Record<string, unknown>>

async function post(
  { url, secret, client }: ProviderAccess,
  path: string,
  body: object,
): Promise<{ status: number; said: Said }> {
  const answer = await client.post({
    url: new URL(path, url).href,
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.complete) throw new Error("the provider's answer is larger than 64 KiB")
  return { status: answer.status, said: parse(answer.body) }
}

function parse(bytes: Uint8Array): Said {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === "object" && value !== null ? (value as Said) : {}
  } catch {
    return {}
  }
}

function messageOf({ message }: Said): string {
  return typeof message === "string" ? message : "The provider refused."
}

function unclear(status: number) {
  return { outcome: "unknown" as const, message: `the provider answered ${status}` }
}

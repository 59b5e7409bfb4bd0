/**
 * The sandbox provider that the hub itself serves to accounts whose payment methods name `sandbox` and that have no provider of that code
 * (docs/contract/payments.md#payment-providers). It has the rules, adapter and pages of the sandbox server (`start-sandbox.ts`). Its payments are
 * rows of the hub's database and its webhooks are jobs, so any process of the hub can continue them.
 */
import { createHmac } from "node:crypto"

import { doubling, type RetryPolicy } from "../../../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../../../runtime/ids.ts"
import { type ExternalJobKind, enqueueAll, type JobKinds } from "../../../queue/index.ts"
import { fence, type HubStore, type SystemWrite } from "../../../storage/index.ts"
import type { PaymentProvider, ProviderAccess } from "../provider.ts"
import { createSandboxAdapter } from "./adapter.ts"
import { answerCall, type SandboxCalls } from "./answer-call.ts"
import type { GuestPayments } from "./answer-guest.ts"
import { addBook, changeBook, findPayment, holdBook, type KeptBook, tenantOfStore } from "./books-store.ts"
import { sendNotice } from "./notify.ts"
import type { Book, Notice } from "./sandbox-file.ts"
import { createSandboxPayments, type SandboxPayments } from "./sandbox-payments.ts"

/** As payment methods name it. */
export const OWN_SANDBOX = "sandbox"
/** Under which its pages are served. */
export const SANDBOX_PAGES = "/sandbox"
const NOTICE_JOB = "sandbox.notice"
/** A webhook that the hub did not take is sent again for a day. */
const NOTICE_RETRY: RetryPolicy = { waitsMs: doubling({ fromMs: 500, toMs: 3_600_000, waits: 36 }), jitter: 0.2 }

interface OwnSandboxDeps {
  readonly store: HubStore
  readonly ids: Pick<Ids, "uuid">
  readonly secretKey: Buffer
  /** Where this hub is reached by itself, and by guests. */
  readonly ownUrl: () => string
  readonly publicUrl: () => string
}

export interface OwnSandbox {
  providerOf(accountId: string): PaymentProvider
  readonly guests: GuestPayments
  readonly kinds: JobKinds
}

interface NoticeJob {
  readonly accountId: string
  readonly body: string
}

export function createOwnSandbox(deps: OwnSandboxDeps): OwnSandbox {
  const { store, secretKey } = deps
  return {
    providerOf(accountId) {
      const payments = callsOf(deps, accountId)
      return createSandboxAdapter({
        url: "http://sandbox",
        secret: secretOf(secretKey, accountId),
        client: callOf(payments),
      })
    },
    guests: {
      find: (id) => store.system.read((scope) => findPayment(scope, id)),
      act: (id, state) =>
        store.system.write(async (scope) => {
          const book = await holdBook(scope, store.dialect, { id })
          return book !== null && ask(deps, { scope, book, isNew: false }, (payments) => payments.act(id, state))
        }),
    },
    kinds: { [NOTICE_JOB]: noticeKind(deps) },
  }
}

/** The calls of one account's adapter, each a transaction of the hub. */
function callsOf(deps: OwnSandboxDeps, accountId: string): SandboxCalls {
  const { store } = deps
  const asking = <T>(key: string, question: (payments: SandboxPayments) => T): Promise<T> =>
    store.system.write(async (scope) => {
      const found = await holdBook(scope, store.dialect, { accountId, key })
      const book = found ?? { accountId, key, payment: null, refunds: {} }
      return ask(deps, { scope, book, isNew: found === null }, question)
    })
  return {
    make: (asked) => asking(String(asked.key ?? ""), (payments) => payments.make(asked)),
    cancel: (key) => asking(key, (payments) => payments.cancel(key)),
    refund: (asked) => asking(String(asked.payment ?? asked.key ?? ""), (payments) => payments.refund(asked)),
  }
}

interface AskedBook {
  readonly scope: SystemWrite
  readonly book: KeptBook
  readonly isNew: boolean
}

/** Applies the sandbox's rules to one payment. What changed is stored in the same transaction as the jobs of its webhooks. */
async function ask<T>(
  deps: OwnSandboxDeps,
  { scope, book, isNew }: AskedBook,
  question: (payments: SandboxPayments) => T,
): Promise<T> {
  const open: Book = { payments: book.payment ? [book.payment] : [], refunds: { ...book.refunds }, notices: [] }
  const notices: (Pick<Notice, "body"> & { delayMs: number })[] = []
  let changed = false
  const payments = createSandboxPayments({
    book: open,
    save: () => {
      changed = true
    },
    notifier: { add: (notice) => void notices.push(notice) },
    link: (id) => `${deps.publicUrl()}${SANDBOX_PAGES}/pay/${id}`,
  })
  const answer = question(payments)
  const next: KeptBook = { ...book, payment: open.payments[0] ?? null, refunds: open.refunds }
  if (changed) await (isNew ? addBook(scope, next) : changeBook(scope, next))
  const tenant = next.payment && (await tenantOfStore(scope, next.payment.store))
  if (tenant && notices.length > 0) {
    const jobs = notices.map(({ body, delayMs }) => ({
      kind: NOTICE_JOB,
      lane: `sandbox/${book.key}`,
      body: { accountId: book.accountId, body } satisfies NoticeJob,
      ...(delayMs > 0 && { runAt: new Date(Date.parse(scope.now) + delayMs).toISOString() }),
    }))
    await enqueueAll(fence(scope, tenant, deps.store.dialect), deps.ids, jobs)
  }
  return answer
}

/** The adapter's HTTP client, replaced by a function call: the provider runs in this process. */
function callOf(payments: SandboxCalls): ProviderAccess["client"] {
  return {
    async post({ url, body }) {
      const said = await answerCall(payments, {
        path: new URL(url).pathname,
        body: JSON.parse(Buffer.from(body).toString()),
      })
      if (said === null) throw new Error("the sandbox provider did not answer, as it was told to")
      return { status: said.status, headers: {}, body: Buffer.from(JSON.stringify(said.body)), complete: true }
    },
  }
}

function noticeKind({ ownUrl, secretKey }: OwnSandboxDeps): ExternalJobKind<NoticeJob> {
  return {
    retry: NOTICE_RETRY,
    async run({ body: { accountId, body } }) {
      const url = `${ownUrl()}/api/v1/webhooks/payments/${OWN_SANDBOX}?account=${encodeURIComponent(accountId)}`
      const taken = await sendNotice(url, { body, secret: secretOf(secretKey, accountId) })
      return {
        end: taken ? { is: "processed", result: null } : { is: "retry", error: "the webhook was not taken" },
      }
    },
  }
}

/** Signs an account's webhooks. Derived from the hub's key, so it is the same in every process of the hub. */
function secretOf(secretKey: Buffer, accountId: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-provider/${accountId}`).digest("base64url")
}

/** Sends the sandbox provider's webhooks, signed, until each is answered with 2xx. */
import type { Book, Notice } from "./sandbox-file.ts"
import { SIGNATURE_HEADER, sign } from "./sign.ts"

const TIMEOUT_MS = 5_000
const RETRY_MS = 250
const RETRY_MAX_MS = 30_000
/** How often waiting webhooks are tried again, because a hub that was down comes back. */
const ATTEMPTS_MAX = 200

interface NotifyDeps {
  readonly book: Book
  readonly save: () => void
  readonly secret: string
  readonly webhookUrl: () => string | null
}

export interface Notifier {
  add(notice: Pick<Notice, "id" | "body"> & { readonly delayMs: number }): void
  start(): void
  stop(): Promise<void>
}

export function createNotifier(deps: NotifyDeps): Notifier {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let sending: Promise<void> = Promise.resolve()
  const plan = () => {
    if (timer) clearTimeout(timer)
    const next = Math.min(...deps.book.notices.map(({ dueAt }) => dueAt))
    if (stopped || !Number.isFinite(next)) return
    timer = setTimeout(
      () => {
        sending = sending.then(() => sendDue(deps)).finally(plan)
      },
      Math.max(next - Date.now(), 0),
    )
  }
  return {
    add({ id, body, delayMs }) {
      deps.book.notices.push({ id, body, dueAt: Date.now() + delayMs, attempts: 0 })
      deps.save()
      plan()
    },
    start: plan,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await sending
    },
  }
}

async function sendDue(deps: NotifyDeps): Promise<void> {
  const { notices } = deps.book
  for (const notice of notices.filter(({ dueAt }) => dueAt <= Date.now())) {
    const taken = await sendNotice(deps.webhookUrl(), { body: notice.body, secret: deps.secret })
    notice.attempts += 1
    notice.dueAt = Date.now() + Math.min(RETRY_MS * 2 ** (notice.attempts - 1), RETRY_MAX_MS)
    if (taken || notice.attempts >= ATTEMPTS_MAX) notices.splice(notices.indexOf(notice), 1)
    deps.save()
  }
}

/** Whether the webhook was accepted. */
export async function sendNotice(
  url: string | null,
  { body, secret }: { body: string; secret: string },
): Promise<boolean> {
  if (url === null) return false
  const bytes = Buffer.from(body)
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: sign(bytes, secret) }
  try {
    const response = await fetch(url, { method: "POST", headers, body: bytes, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

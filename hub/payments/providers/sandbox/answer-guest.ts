/** The pages on which a guest pays a sandbox link: `/pay/ID`, and its buttons, `/pay/ID/ACTION`. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { LANGUAGES, type PageLanguage, payPage } from "./pay-page.ts"
import type { Payment } from "./sandbox-file.ts"
import type { SandboxPayments } from "./sandbox-payments.ts"

const ACTIONS = { approve: "approved", decline: "declined", expire: "expired" } as const

export interface GuestPayments {
  find(id: string): Payment | null | Promise<Payment | null>
  act(...asked: Parameters<SandboxPayments["act"]>): boolean | Promise<boolean>
}

/** Returns false when there is no such page. `path` is relative to where the pages are served. */
export async function answerGuest(
  payments: GuestPayments,
  path: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<boolean> {
  const asked = new URL(path, "http://localhost")
  const [first, id = "", action, ...more] = asked.pathname.slice(1).split("/")
  if (first !== "pay" || id === "" || more.length > 0) return false
  if (request.method === "GET" && action === undefined) {
    const payment = await payments.find(id)
    sendHtml(response, payment && payPage(payment, languageOf(asked, request)))
    return true
  }
  if (request.method !== "POST" || action === undefined || !Object.hasOwn(ACTIONS, action)) return false
  await payments.act(id, ACTIONS[action as keyof typeof ACTIONS])
  response.writeHead(303, { location: `../${id}${asked.search}` }).end()
  return true
}

export function sendHtml(response: ServerResponse, text: string | null): void {
  response.writeHead(text === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
  response.end(text ?? "There is no such payment.")
}

function languageOf(asked: URL, request: IncomingMessage): PageLanguage {
  const wanted = asked.searchParams.get("lang") ?? request.headers["accept-language"] ?? ""
  const known = wanted.split(",").map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    LANGUAGES.find((language) => known[0] === language) ??
    LANGUAGES.find((language) => known.includes(language)) ??
    "es"
  )
}

/** The sandbox provider's pages: one where a guest pays, declines or lets a link expire, and one that lists the provider's test behaviours. */
import { BEHAVIOURS } from "./behaviours.ts"
import type { Payment, PaymentState } from "./sandbox-file.ts"

export const LANGUAGES = ["es", "pt", "en"] as const
export type PageLanguage = (typeof LANGUAGES)[number]

interface Words {
  readonly title: string
  readonly order: string
  readonly approve: string
  readonly decline: string
  readonly expire: string
  readonly note: string
  readonly states: Readonly<Record<PaymentState, string>>
}

const WORDS: Readonly<Record<PageLanguage, Words>> = {
  es: {
    title: "Pago de prueba",
    order: "Pedido",
    approve: "Pagar",
    decline: "Rechazar el pago",
    expire: "Dejar vencer el link",
    note: "Proveedor de prueba: aquí no se mueve dinero.",
    states: {
      waiting: "Esperando el pago",
      approved: "Pagado. Gracias.",
      declined: "El pago fue rechazado. No se cobró nada.",
      expired: "Este link venció. Pida otro en la tienda.",
      canceled: "Este link fue cancelado. No se cobró nada.",
      refunded: "El dinero fue devuelto.",
    },
  },
  pt: {
    title: "Pagamento de teste",
    order: "Pedido",
    approve: "Pagar",
    decline: "Recusar o pagamento",
    expire: "Deixar o link vencer",
    note: "Provedor de teste: aqui não se move dinheiro.",
    states: {
      waiting: "Aguardando o pagamento",
      approved: "Pago. Obrigado.",
      declined: "O pagamento foi recusado. Nada foi cobrado.",
      expired: "Este link venceu. Peça outro na loja.",
      canceled: "Este link foi cancelado. Nada foi cobrado.",
      refunded: "O dinheiro foi devolvido.",
    },
  },
  en: {
    title: "Test payment",
    order: "Order",
    approve: "Pay",
    decline: "Decline the payment",
    expire: "Let the link expire",
    note: "A test provider: no money moves here.",
    states: {
      waiting: "Waiting for the payment",
      approved: "Paid. Thank you.",
      declined: "The payment was declined. Nothing was charged.",
      expired: "This link has expired. Ask the store for another.",
      canceled: "This link was cancelled. Nothing was charged.",
      refunded: "The money was given back.",
    },
  },
}

export function payPage(payment: Payment, language: PageLanguage): string {
  const words = WORDS[language]
  const others = LANGUAGES.filter((one) => one !== language).map(
    (one) => `<a href="?lang=${one}" lang="${one}">${one.toUpperCase()}</a>`,
  )
  const actions: readonly (readonly ["approve" | "decline" | "expire", string])[] = [
    ["approve", "go"],
    ["decline", "plain"],
    ["expire", "quiet"],
  ]
  const buttons = actions.map(
    ([action, look]) =>
      `<form method="post" action="${payment.id}/${action}?lang=${language}"><button class="${look}">${words[action]}</button></form>`,
  )
  return page(
    language,
    words.title,
    `<nav>${others.join(" ")}</nav><h1>${words.title}</h1>
<p class="order">${words.order} ${escaped(payment.order)}</p><p class="amount">${escaped(moneyOf(payment, language))}</p>
<p class="state ${payment.state}" role="status">${words.states[payment.state]}</p>
${payment.state === "waiting" ? buttons.join("\n") : ""}<p class="note">${words.note}</p>`,
  )
}

/** An amount in the format of its country: $6,50 in Quito, R$ 6,50 in São Paulo. */
const REGIONS: Readonly<Record<string, string>> = { USD: "EC", BRL: "BR", COP: "CO", CLP: "CL", ARS: "AR", VES: "VE" }

function moneyOf({ amount, currencyCode }: Payment, language: PageLanguage): string {
  const region = REGIONS[currencyCode]
  const shown = { style: "currency", currency: currencyCode, currencyDisplay: "narrowSymbol" } as const
  return new Intl.NumberFormat(region ? `${language}-${region}` : language, shown).format(amount)
}

export function aboutPage(payments: readonly Payment[], webhookUrl: string | null): string {
  const rows = Object.entries(BEHAVIOURS).map(
    ([name, { cents, about }]) => `<tr><td>….0${cents}</td><td><code>${name}</code></td><td>${about}</td></tr>`,
  )
  const latest = payments.slice(-20).reverse()
  const links = latest.map(
    ({ id, order, amount, currencyCode, state }) =>
      `<li><a href="/pay/${id}">${escaped(order)}</a> · ${amount} ${escaped(currencyCode)} · ${state}</li>`,
  )
  return page(
    "en",
    "Sandbox payments",
    `<h1>Sandbox payments</h1><p>A payment provider for tests: no money moves here. It signs each webhook with HMAC-SHA256 of the body
(<code>x-sandbox-signature</code>) and repeats it until it is answered 2xx. Webhooks go to <code>${escaped(webhookUrl ?? "nowhere yet")}</code>.</p>
<p>What goes wrong is told by the last two digits of the amount, or by the customer's name. Refunds of orders whose payment was not made
here are granted: it believes that your own checkout took the money.</p>
<table><tr><th>amount</th><th>customer</th><th>what happens</th></tr>${rows.join("")}</table><h2>Latest payments</h2><ul>${links.join("")}</ul>`,
  )
}

function page(language: PageLanguage, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${CSS}</style></head><body><main>${body}</main></body></html>`
}

const CSS = `body{font:17px/1.5 system-ui,sans-serif;margin:0;background:#f4f1ec;color:#221d18}
main{max-width:30rem;margin:1rem;padding:1.5rem;background:#fff;border-radius:12px;border:1px solid #ddd6cc}
@media(min-width:34rem){main{margin:2rem auto}}
h1{font-size:1.35rem;margin:.25rem 0}nav{text-align:right;margin:-.75rem -.75rem 0}nav a{display:inline-block;padding:.6rem .75rem;color:#8a3a12}.order{margin:0;color:#5c544a}
.amount{font-size:2.6rem;font-weight:700;margin:.5rem 0}.state{padding:.6rem .8rem;border-radius:8px;background:#efe9e0;margin:0 0 1rem}
.approved,.refunded{background:#dff3e3;color:#0d4a22}.declined,.expired,.canceled{background:#fbe3df;color:#7a1a0c}
button{width:100%;min-height:3.2rem;margin:.35rem 0;font:inherit;font-weight:600;border-radius:8px;border:1px solid #8a3a12;background:#fff;color:#8a3a12;cursor:pointer}
button.go{background:#a6400c;border-color:#a6400c;color:#fff}button.quiet{border-color:transparent;font-weight:400}
.note{color:#5c544a;font-size:.9rem;margin:1rem 0 0}table{border-collapse:collapse}td,th{text-align:left;padding:.25rem .6rem .25rem 0;vertical-align:top}`

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}

/** All error codes: HTTP status, whether a retry may help, and what the caller can do (docs/contract/conventions.md#errors). */

interface RefusalEntry {
  readonly status: number
  readonly retryable: boolean
  readonly action: string
}

export const REFUSALS = {
  VALIDATION_ERROR: { status: 400, retryable: false, action: "Correct the fields named in `details`." },
  AMOUNT_MISMATCH: { status: 400, retryable: false, action: "Send tenders that add up to the order's total exactly." },
  PAYMENT_METHODS_NOT_FOUND: {
    status: 400,
    retryable: false,
    action: "Send payment methods that the vendor has and that are active.",
  },
  ORDER_TOKEN_REQUIRED: {
    status: 400,
    retryable: false,
    action: "Create the order with `metadata.order_token`: its payment processor refunds nothing without it.",
  },
  DOMAIN_ERROR: { status: 400, retryable: true, action: "Nothing was changed: repeat the same report." },
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    action: "Send a valid credential; with an access token, log in again.",
  },
  STAFF_SIGN_IN_REQUIRED: {
    status: 401,
    retryable: false,
    action: "Have a person sign in with a PIN, and send the token as `x-staff-token`.",
  },
  PIN_WRONG: {
    status: 401,
    retryable: false,
    action: "Type the PIN again; after wrong PINs the next tries must wait.",
  },
  STAFF_ROLE_TOO_LOW: {
    status: 403,
    retryable: false,
    action: "Have somebody with the role in `data.role` sign in, or authorise the request with `x-authoriser-token`.",
  },
  SIGN_IN_REFUSED: {
    status: 401,
    retryable: false,
    action: "Type e-mail address and password again; after failed tries the next ones must wait.",
  },
  SIGN_IN_LOCKED: {
    status: 429,
    retryable: true,
    action: "Wait for `data.retryAfterSeconds`, then try again.",
  },
  LINK_NOT_VALID: {
    status: 401,
    retryable: false,
    action: "Ask an owner for a new link: this one was used or replaced, or has expired.",
  },
  LAST_OWNER: {
    status: 409,
    retryable: false,
    action: "Make somebody else an owner first: an account needs at least one who can sign in.",
  },
  FORBIDDEN: { status: 403, retryable: false, action: "Use a vendor-scoped key with the endpoint's scope." },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    action: "Check the id; another tenant's resource gets the same answer.",
  },
  MENU_NOT_AVAILABLE: {
    status: 404,
    retryable: false,
    action: "Assign a menu with something to sell to this store, channel and fulfilment.",
  },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, action: "Use a method of the `Allow` header." },
  REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    action: "Send the whole body within 30 s. Nothing was changed: repeat the same request.",
  },
  CONFLICT: { status: 409, retryable: false, action: "Read the resource again; `data` shows the conflict." },
  STALE_REVISION: {
    status: 409,
    retryable: false,
    action: "Read the order again and correct it from `data.currentRevision`.",
  },
  ORDER_NOT_OPEN: {
    status: 409,
    retryable: false,
    action: "The order has the status in `data.orderStatus`; only an open order can be changed.",
  },
  ORDER_ALREADY_INVOICED: {
    status: 409,
    retryable: false,
    action: "Void the invoice and issue a new one: an invoice cannot be changed.",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    retryable: true,
    action: "Wait a moment and repeat the same request with the same key.",
  },
  CANCELLATION_IN_PROGRESS: {
    status: 409,
    retryable: true,
    action: "Wait until the other cancellation has ended; do not poll.",
  },
  ORDER_NOT_CANCELLABLE: {
    status: 409,
    retryable: false,
    action: "Do nothing: the order is already closed or cancelled.",
  },
  BUSINESS_DAY_CLOSED: {
    status: 409,
    retryable: false,
    action: "The API cannot cancel an order of a closed day or of a day before the active one.",
  },
  FISCAL_ALREADY_CANCELLED: {
    status: 409,
    retryable: false,
    action: "Do nothing: the fiscal document is already void.",
  },
  FISCAL_REPRESENTATION_NOT_VOIDED: {
    status: 409,
    retryable: false,
    action: "Void the invoice with a CANCEL numbering, wait, then cancel.",
  },
  FISCAL_DOCUMENT_NOT_ISSUED: {
    status: 409,
    retryable: false,
    action:
      "Cancel the order without voiding: only a numbered invoice that the authority has not rejected can be voided.",
  },
  FISCAL_NUMBERING_FAILED: {
    status: 409,
    retryable: false,
    action: "The sale needs a fiscal number and got none: refund the guest and record a lost sale with `data`.",
  },
  CANCELLATION_POLICY_DENIED: {
    status: 409,
    retryable: false,
    action: "Show `message`: a rule of the account forbids the cancellation.",
  },
  REFUND_FAILED: {
    status: 409,
    retryable: false,
    action: "The refund failed and the order is unchanged: try again later, or refund the guest another way.",
  },
  MENU_PUBLISH_LOCKED: {
    status: 409,
    retryable: true,
    action: "First report the result of the previous publication (menu sync), even a failure.",
  },
  PRINT_DAY_NOT_CLOSED: { status: 409, retryable: true, action: "Close the business day first, then print." },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    action: "Keep the body within 1 MiB, and an order with its corrections and payments within 4 MiB.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    action: "Use a new `Idempotency-Key` for another request.",
  },
  PIN_LOCKED: { status: 429, retryable: true, action: "Wait until `data.until`, then type the PIN again." },
  RATE_LIMITED: { status: 429, retryable: true, action: "Wait for the seconds of `Retry-After`." },
  HEADERS_TOO_LARGE: { status: 431, retryable: false, action: "Keep all headers within 16 KiB in total." },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    retryable: true,
    action: "Repeat the request; report `X-Request-Id` if the error persists.",
  },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, action: "Repeat the request after `Retry-After`." },
  STORE_UNREACHABLE: {
    status: 503,
    retryable: true,
    action: "Repeat the same request after `Retry-After`; it is safe.",
  },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof REFUSALS

/** One fault of a request: the path of the field (`payments.totals.0.amount`) and what is wrong. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** An expected error. Rules and handlers return it; they do not throw it. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code
  readonly message: string
  readonly details?: readonly Fault[]
  readonly data?: Readonly<Record<string, unknown>>
}

export function refuse<Code extends RefusalCode>(
  refused: Code,
  message: string,
  more: Pick<Refusal, "details" | "data"> = {},
): Refusal<Code> {
  return { refused, message, ...more }
}

/** A VALIDATION_ERROR with its faults. */
export function invalid(...details: Fault[]): Refusal<"VALIDATION_ERROR"> {
  return refuse("VALIDATION_ERROR", details.map((fault) => `${fault.path}: ${fault.message}`).join("; "), { details })
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value
}

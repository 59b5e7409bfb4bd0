/** Every error code, once: its HTTP status, whether a retry may help, and what the caller can do (docs/contract/conventions.md#errors). */

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
    action: "Name payment methods that the vendor has, and that are active.",
  },
  ORDER_TOKEN_REQUIRED: {
    status: 400,
    retryable: false,
    action: "Create the order with `metadata.order_token`: its processor gives nothing back without it.",
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
    action: "Let a person sign in with a PIN, and send the token as `x-staff-token`.",
  },
  PIN_WRONG: { status: 401, retryable: false, action: "Type the PIN again; wrong tries make the next ones wait." },
  STAFF_ROLE_TOO_LOW: {
    status: 403,
    retryable: false,
    action: "Let somebody of the role in `data.role` sign in, or lend it with `x-authoriser-token`.",
  },
  SIGN_IN_REFUSED: {
    status: 401,
    retryable: false,
    action: "Type e-mail address and password again; failed tries make the next ones wait.",
  },
  SIGN_IN_LOCKED: {
    status: 429,
    retryable: true,
    action: "Wait as long as `data.retryAfterSeconds` says, then try again.",
  },
  LINK_NOT_VALID: {
    status: 401,
    retryable: false,
    action: "Ask an owner for a new link: this one was used, replaced, or is too old.",
  },
  LAST_OWNER: {
    status: 409,
    retryable: false,
    action: "Make somebody else an owner first: an account keeps at least one who can sign in.",
  },
  FORBIDDEN: { status: 403, retryable: false, action: "Use a vendor-scoped key that carries the endpoint's scope." },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    action: "Check the reference; another tenant's resource looks the same.",
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
    action: "Send the whole body within 30 s: nothing was done, and the same request can be repeated.",
  },
  CONFLICT: { status: 409, retryable: false, action: "Read the resource again; `data` says what stands in the way." },
  STALE_REVISION: {
    status: 409,
    retryable: false,
    action: "Read the order again and correct it from `data.currentRevision`.",
  },
  ORDER_NOT_OPEN: { status: 409, retryable: false, action: "`data.orderStatus` says what the order has become." },
  ORDER_ALREADY_INVOICED: {
    status: 409,
    retryable: false,
    action: "An invoice is voided and issued anew, never changed.",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    retryable: true,
    action: "Wait a moment and repeat the same request with the same key.",
  },
  CANCELLATION_IN_PROGRESS: { status: 409, retryable: true, action: "Wait until it has ended; do not loop." },
  ORDER_NOT_CANCELLABLE: { status: 409, retryable: false, action: "Nothing: the order is closed or cancelled." },
  BUSINESS_DAY_CLOSED: {
    status: 409,
    retryable: false,
    action: "An order of a closed day, or of one before the active day, is not cancelled over the API.",
  },
  FISCAL_ALREADY_CANCELLED: { status: 409, retryable: false, action: "Nothing: the fiscal document is void." },
  FISCAL_REPRESENTATION_NOT_VOIDED: {
    status: 409,
    retryable: false,
    action: "Void the invoice with a CANCEL numbering, wait, then cancel.",
  },
  FISCAL_DOCUMENT_NOT_ISSUED: {
    status: 409,
    retryable: false,
    action:
      "Only an invoice that was numbered, and that the authority has not turned down, can be voided: else cancel the order without.",
  },
  FISCAL_NUMBERING_FAILED: {
    status: 409,
    retryable: false,
    action: "The store sells nothing without its number: give the money back and record a lost sale with `data`.",
  },
  CANCELLATION_POLICY_DENIED: {
    status: 409,
    retryable: false,
    action: "Show `message`: a rule of the account denied it.",
  },
  REFUND_FAILED: {
    status: 409,
    retryable: false,
    action: "The money could not be given back; the order is as it was.",
  },
  MENU_PUBLISH_LOCKED: {
    status: 409,
    retryable: true,
    action: "Report how the publication before went (menu sync), also when it failed; then publish.",
  },
  PRINT_DAY_NOT_CLOSED: { status: 409, retryable: true, action: "Close the business day first, then print." },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    action: "Keep the body within 1 MiB, and an order within 4 MiB with all that was corrected and paid.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    action: "Use a new `Idempotency-Key` for another request.",
  },
  PIN_LOCKED: { status: 429, retryable: true, action: "Wait until `data.until`, then type the PIN again." },
  RATE_LIMITED: { status: 429, retryable: true, action: "Wait for the seconds of `Retry-After`." },
  HEADERS_TOO_LARGE: { status: 431, retryable: false, action: "Keep all headers together within 16 KiB." },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    retryable: true,
    action: "Repeat the request; quote `X-Request-Id` if it persists.",
  },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, action: "Repeat the request after `Retry-After`." },
  STORE_UNREACHABLE: {
    status: 503,
    retryable: true,
    action: "Repeat the same request after `Retry-After`; it is safe.",
  },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof REFUSALS

/** One fault of a request: where it is (`payments.totals.0.amount`) and what is wrong with it. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** An expected "no": a value that a rule or handler returns, never an exception. */
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

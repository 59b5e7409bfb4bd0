/** The type of an endpoint. Validator, types, route, access check, OpenAPI, client and contract tests all derive from one value of it. */
import type { Static, TSchema } from "typebox"
import type { Refusal, RefusalCode } from "../refusals.ts"
import type { StaffRole } from "../rules/users/staff-roles.ts"
import type { UserGroup, UserRole } from "../rules/users/user-roles.ts"
import type { DeviceKind, DeviceScope, Scope } from "../scopes.ts"
import type { FamilyName } from "./families.ts"

export type Method = "GET" | "POST" | "PUT" | "DELETE"

export interface Endpoint {
  /** `room.verb`, unique: `orders.create`. */
  readonly name: string
  readonly family: FamilyName
  readonly method: Method
  /** Express syntax, parameters as `:orderId`. */
  readonly path: string
  /** The scope that the credential needs; null where the family checks no scope. */
  readonly scope: Scope | DeviceScope | null
  /** For paired screens: the least role of the signed-in person. Not checked in a store without staff (rules/users/staff-roles.ts). */
  readonly role?: StaffRole
  /** For the dashboard: the group of users who may call it (rules/users/user-roles.ts). */
  readonly who?: UserGroup
  /** Answered only if the Host header is the machine's address or its configured name, against DNS rebinding. */
  readonly ownHost?: true
  /** Its body is signed: the handler also gets the raw bytes and headers. */
  readonly signed?: true
  /** A repeated request changes nothing more, so a page at the store resends it until it gets an answer. */
  readonly repeatable?: true
  /** A POST that ignores `Idempotency-Key`, because it answers a repeat in its own way. */
  readonly unkeyed?: true
  /** The refusal of a body that is not JSON, if it is not VALIDATION_ERROR. */
  readonly unreadable?: RefusalCode
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Replaces `BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number
  /** The `data` of each success status; null where the answer has no body. */
  readonly replies: Readonly<Record<number, TSchema | null>>
  /** Codes that the handler may return, beside those that the server returns for every endpoint of the family. */
  readonly refusals: readonly RefusalCode[]
  /** One sentence for the reference. `section` is the heading in `docs/contract/`, such as `orders.md#correct-an-order`. */
  readonly summary: string
  readonly section: string
  /** A body that succeeds on the demo data; the reference shows it, and a test sends it. */
  readonly example?: unknown
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** Tenant and rights of the credential that sent a request; never the credential itself. */
export interface Caller {
  /** `apikey:<id>` or `device:<id>`, as records store who did something. */
  readonly actor: string
  readonly keyId: string
  readonly accountId: string
  /** Null for a key that is bound to the account, not to a vendor. */
  readonly vendorId: string | null
  /** Set for a device, which belongs to one store. */
  readonly storeId?: string
  readonly scopes: readonly string[]
  /** Set for a paired screen. */
  readonly device?: CallerDevice
  /** `staff` is signed in at the screen; `authoriser` lends a role for this one request. */
  readonly staff?: CallerStaff
  readonly authoriser?: CallerStaff
}

interface CallerDevice {
  readonly kind: DeviceKind
  readonly name: string
  /** The kitchen station that the screen is bound to. */
  readonly station: string | null
}

export interface CallerStaff {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly expiresAt: string
  readonly tokenHash: string
}

/** A caller that passed the vendor check; handlers get this one. */
export type VendorCaller = Caller & { readonly vendorId: string }

/** A user who is signed in at the dashboard. `vendorId` is empty: the request names the vendor. */
export interface UserCaller extends VendorCaller {
  readonly personId: string
  readonly email: string
  readonly role: UserRole
  /** The vendors that the user sees, sorted. */
  readonly vendorIds: readonly string[]
  /** The vendors that the user is limited to, even deleted ones; null: the whole account, with vendors that are added later. */
  readonly limitedTo: readonly string[] | null
  /** Hash of the session's token. */
  readonly sessionHash: string
}

type Schema<E, Part extends string> = E extends Record<Part, infer S extends TSchema> ? Static<S> : undefined

/** The raw request, for checking its signature. */
export interface RawRequest {
  readonly bytes: Uint8Array
  readonly header: (name: string) => string | undefined
}

export interface RequestOf<E extends Endpoint> {
  readonly params: Schema<E, "params">
  readonly query: Schema<E, "query">
  readonly body: Schema<E, "body">
  readonly caller: E extends { readonly family: "admin" } ? UserCaller : VendorCaller
  readonly requestId: string
  /** Set for a signed endpoint. */
  readonly raw?: RawRequest
}

/** A success: status, data that the family's envelope wraps, extra headers. */
type ReplyOf<E extends Endpoint> = {
  [Status in keyof E["replies"]]: {
    readonly status: Status
    readonly data: E["replies"][Status] extends TSchema ? Static<E["replies"][Status]> : null
    readonly headers?: Readonly<Record<string, string>>
  }
}[keyof E["replies"]]

export type RefusalOf<E extends Endpoint> = Refusal<E["refusals"][number]>

export type AnswerOf<E extends Endpoint> = ReplyOf<E> | RefusalOf<E>

/** Serves an endpoint; its type allows only the replies and refusals that the endpoint lists. */
export type Handler<E extends Endpoint> = (request: RequestOf<E>) => Promise<AnswerOf<E>> | AnswerOf<E>

export type EndpointTable = Readonly<Record<string, Endpoint>>

/** One handler per endpoint of a table; a missing one is a compile error. */
export type Routes<Table extends EndpointTable> = { readonly [Key in keyof Table]: Handler<Table[Key]> }

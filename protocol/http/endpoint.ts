/** An endpoint is a value: from it come validator, types, route, key and scope check, OpenAPI, client and contract tests. */
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
  /** What the credential must carry; null where the family asks for no credential. */
  readonly scope: Scope | DeviceScope | null
  /** Of a paired screen, the least role of the person in front of it; a store without staff asks nobody (rules/staff-roles.ts). */
  readonly role?: StaffRole
  /** Of the dashboard, whose people may ask (rules/people-roles.ts); left out in all other families. */
  readonly who?: UserGroup
  /** Answered only where it is asked for by the machine's address or its configured name: a page of another name could read or do it. */
  readonly ownHost?: true
  /** Its body is signed: the handler is handed the bytes and the headers as they came. */
  readonly signed?: true
  /** The same request sent again changes nothing more: a page at the store sends it until it is answered. */
  readonly repeatable?: true
  /** A POST whose repeat has an answer of its own, which an `Idempotency-Key` may not put off. */
  readonly unkeyed?: true
  /** What a body that is no JSON is refused with, where that is not VALIDATION_ERROR. */
  readonly unreadable?: RefusalCode
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Where a body may be larger than `BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number
  /** The `data` of each success status; null where the answer has no body. */
  readonly replies: Readonly<Record<number, TSchema | null>>
  /** What the handler may refuse, beside what the server itself refuses for every endpoint of the family. */
  readonly refusals: readonly RefusalCode[]
  /** One sentence for the reference; `section` is its rule in `docs/contract/`, such as `orders.md#correct-an-order`. */
  readonly summary: string
  readonly section: string
  /** A body that succeeds on the demo data, shown in the reference and run by a test. */
  readonly example?: unknown
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** Who is asking: the tenant and the rights of the credential, never the credential itself. */
export interface Caller {
  /** `apikey:<id>` or `device:<id>`, as records name who did something. */
  readonly actor: string
  readonly keyId: string
  readonly accountId: string
  /** null for a key that is bound to an account alone. */
  readonly vendorId: string | null
  /** Set on a device of one store. */
  readonly storeId?: string
  readonly scopes: readonly string[]
  /** Set on a paired screen. */
  readonly device?: CallerDevice
  /** Who is signed in at the screen, and who lends a role for this one request. */
  readonly staff?: CallerStaff
  readonly authoriser?: CallerStaff
}

interface CallerDevice {
  readonly kind: DeviceKind
  readonly name: string
  /** The one kitchen station that it is bound to. */
  readonly station: string | null
}

export interface CallerStaff {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly expiresAt: string
  /** Of the token that was shown. */
  readonly tokenHash: string
}

/** A caller that passed the vendor check, as handlers see it. */
export type VendorCaller = Caller & { readonly vendorId: string }

/** A person of headquarters who is signed in at the dashboard. Its `vendorId` is empty: whose rows are asked for, the request says. */
export interface UserCaller extends VendorCaller {
  readonly personId: string
  readonly email: string
  readonly role: UserRole
  /** The vendors that they see, in order: all of the account's, or those that are listed for them. */
  readonly vendorIds: readonly string[]
  /** The vendors that are listed for them, there or not; null is a person of the whole account, also of the vendors that come later. */
  readonly limitedTo: readonly string[] | null
  /** Of the session's token. */
  readonly sessionHash: string
}

type Schema<E, Part extends string> = E extends Record<Part, infer S extends TSchema> ? Static<S> : undefined

/** A request as it came, for a signature to be checked. */
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
  /** Of an endpoint that is signed. */
  readonly raw?: RawRequest
}

/** A success: its status, the data that the family wraps, extra headers. */
type ReplyOf<E extends Endpoint> = {
  [Status in keyof E["replies"]]: {
    readonly status: Status
    readonly data: E["replies"][Status] extends TSchema ? Static<E["replies"][Status]> : null
    readonly headers?: Readonly<Record<string, string>>
  }
}[keyof E["replies"]]

export type RefusalOf<E extends Endpoint> = Refusal<E["refusals"][number]>

export type AnswerOf<E extends Endpoint> = ReplyOf<E> | RefusalOf<E>

/** What serves an endpoint; it can return only what the endpoint lists. */
export type Handler<E extends Endpoint> = (request: RequestOf<E>) => Promise<AnswerOf<E>> | AnswerOf<E>

export type EndpointTable = Readonly<Record<string, Endpoint>>

/** One handler for each endpoint of a table: a missing one does not compile. */
export type Routes<Table extends EndpointTable> = { readonly [Key in keyof Table]: Handler<Table[Key]> }

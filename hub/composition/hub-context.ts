/** The hub without its sockets: database, rooms, and what an operator may ask of it. */
import type { Refusal } from "../../protocol/refusals.ts"
import type { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { Validator } from "../../runtime/validate.ts"
import type { BeforeClaimCommit } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import type { Downlink, KeyRequest, Progress, Provisioned, PutTemplate, TemplatePut } from "../tenants/index.ts"

export interface HubContext {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly validator: Validator
  readonly downlink: Downlink
}

/** What `brasa hub provision` and its siblings do, also inside a running hub (the demo). */
export interface OperatorActions {
  /** The text of a provisioning file. */
  provision(text: string, progress?: Progress): Promise<Provisioned | Refusal>
  createKey(request: KeyRequest): Promise<{ key: string } | Refusal>
  /** Null where the account is there; nothing can be listed of one that is not. */
  checkAccount(accountId: string): Promise<Refusal | null>
  /** All versions of the papers' templates of an account. */
  templates(accountId: string): Promise<StoredTemplate[]>
  putTemplate(put: TemplatePut): Promise<PutTemplate | Refusal>
  /** `also` is done in the same transaction; a refusal of it undoes the claim. */
  claim(code: string, storeId: string, also?: BeforeClaimCommit): Promise<{ storeName: string } | Refusal>
}

/** What features share, and the actions of an operator. */
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

/** The actions behind `brasa hub provision`, `create-key`, `template` and `claim`. The demo calls them in a running hub. */
export interface OperatorActions {
  /** The text of a provisioning file. */
  provision(text: string, progress?: Progress): Promise<Provisioned | Refusal>
  createKey(request: KeyRequest): Promise<{ key: string } | Refusal>
  /** A refusal if there is no such account, null otherwise. */
  checkAccount(accountId: string): Promise<Refusal | null>
  /** All versions of an account's print templates. */
  templates(accountId: string): Promise<StoredTemplate[]>
  putTemplate(put: TemplatePut): Promise<PutTemplate | Refusal>
  /** `beforeCommit` runs in the same transaction; if it refuses, the claim is undone. */
  claim(code: string, storeId: string, beforeCommit?: BeforeClaimCommit): Promise<{ storeName: string } | Refusal>
}

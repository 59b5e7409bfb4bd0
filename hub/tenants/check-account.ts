/** Refuses an account that does not exist. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { SystemRead } from "../storage/index.ts"
import { findRow } from "./rows-store.ts"

export async function checkAccount(scope: SystemRead, accountId: string): Promise<Refusal | null> {
  const account = await findRow(scope, "account", { account_id: accountId })
  return account ? null : refuse("NOT_FOUND", `There is no account ${accountId}.`)
}

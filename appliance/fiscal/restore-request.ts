/** Restores a numbering request that the store's disk has lost, and raises the sequence so that its number is not given again. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { BoxTx } from "../storage/index.ts"
import { findRequest, lastSequence, saveLastSequence, saveRequest } from "./requests-store.ts"

export function restoreRequest(tx: BoxTx, record: FiscalRecord): void {
  const own = findRequest(tx, record.fiscalRequestId)
  if (own === null || own.requestStatus !== "GENERATED" || record.requestStatus === "GENERATED") saveRequest(tx, record)
  const { sequenceKey, sequence, side } = record
  if (side !== "appliance" || sequenceKey === null || sequence === null) return
  if (sequence > (lastSequence(tx, sequenceKey) ?? -1)) saveLastSequence(tx, sequenceKey, sequence)
}

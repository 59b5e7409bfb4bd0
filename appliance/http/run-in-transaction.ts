/** Runs each endpoint of the box in a transaction: one request, one commit. */
import type { AnswerOf, Endpoint, Handler, RequestOf } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { BoxHandler, BoxStore } from "../storage/index.ts"
import { BoxFenced } from "../sync/index.ts"

/** A refusal rolls back. Requests of one moment share a commit. */
export function writing<E extends Endpoint>(store: BoxStore, handler: BoxHandler<E>): Handler<E> {
  return (request: RequestOf<E>): Promise<AnswerOf<E>> =>
    store
      .writeTogether((tx) => handler(tx, request))
      .catch((error) => {
        if (error instanceof BoxFenced) return TAKEN_OVER as AnswerOf<E>
        const disk = diskOf(error)
        if (disk) return disk as AnswerOf<E>
        throw error
      })
}

/** Every endpoint may answer this refusal, beside those that it lists. */
const TAKEN_OVER: Refusal = refuse(
  "SERVICE_UNAVAILABLE",
  "Another box has taken over this store; this one no longer sells.",
)

const DISK_FULL: Refusal = refuse(
  "SERVICE_UNAVAILABLE",
  "The disk of the box is full: nothing was changed. Make room on it, then repeat the request.",
)

const DISK_FAILS: Refusal = refuse(
  "SERVICE_UNAVAILABLE",
  "The disk of the box takes nothing: the request was not taken and can be repeated. Have the disk looked at.",
)

/** The refusal for a disk error, which a person can mend; null for any other error. */
function diskOf(error: unknown): Refusal | null {
  if (!(error instanceof StoreUnavailable)) return null
  const code = String((error.cause as { code?: unknown } | null)?.code ?? "")
  if (code === "SQLITE_FULL") return DISK_FULL
  return /^SQLITE_(IOERR|READONLY)/.test(code) ? DISK_FAILS : null
}

export function readingOnly<E extends Endpoint>(store: BoxStore, handler: BoxHandler<E>): Handler<E> {
  return (request: RequestOf<E>): AnswerOf<E> => store.read((tx) => handler(tx, request))
}

/** Puts every endpoint of the box in its transaction: one request, one commit. */
import type { AnswerOf, Endpoint, Handler, RequestOf } from "../../protocol/http/endpoint.ts"
import type { BoxHandler, BoxStore } from "../storage/index.ts"

/** A refusal rolls back; requests of one moment share a commit. See the store's door. */
export function writing<E extends Endpoint>(store: BoxStore, handler: BoxHandler<E>): Handler<E> {
  return (request: RequestOf<E>): Promise<AnswerOf<E>> => store.writeTogether((tx) => handler(tx, request))
}

export function readingOnly<E extends Endpoint>(store: BoxStore, handler: BoxHandler<E>): Handler<E> {
  return (request: RequestOf<E>): AnswerOf<E> => store.read((tx) => handler(tx, request))
}

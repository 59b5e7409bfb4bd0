/** A handler of the box: synchronous, in a transaction that its caller opens, so that LAN and hub commands run the same code. */
import type { AnswerOf, Endpoint, RequestOf } from "../../protocol/http/endpoint.ts"
import type { BoxTx } from "./box-store.ts"

export type BoxHandler<E extends Endpoint> = (tx: BoxTx, request: RequestOf<E>) => AnswerOf<E>

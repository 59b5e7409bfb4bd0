/** Reads for a page: one answer, or a list that grows page by page. Asked again when what is asked for changes. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { Static, TSchema } from "typebox"
import type { NoAnswer, Refused, RequestOptionsOf } from "../../../protocol/client/index.ts"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import type { RequestError } from "../../../ui/explain.ts"
import { type ListPage, readPages } from "./read-pages.ts"
import { useSession } from "./use-session.tsx"

/** What a GET answers with 200. */
export type DataOf<E extends Endpoint> = E["replies"] extends { readonly 200: infer S extends TSchema }
  ? Static<S>
  : never

export interface Read<Data> {
  /** Null until the first answer; the last good one afterwards, also while it is asked again. */
  readonly data: Data | null
  readonly trouble: RequestError | null
  readonly pending: boolean
  readonly again: () => Promise<void>
}

interface Good {
  readonly ok: true
  readonly data: unknown
}

/** The client without its types: what it answers is checked by the hub, and cast once, below. */
type LooseCall = (endpoint: unknown, ask: unknown) => Promise<Good | Refused | NoAnswer>

export function useRead<E extends Endpoint>(endpoint: E, ask: RequestOptionsOf<E>): Read<DataOf<E>> {
  const { client } = useSession()
  return useLooseRead(endpoint, ask, loose(client)) as Read<DataOf<E>>
}

function useLooseRead(endpoint: unknown, ask: unknown, call: LooseCall): Read<unknown> {
  const [state, setState] = useState<Omit<Read<unknown>, "again">>({ data: null, trouble: null, pending: true })
  const asked = useRef(ask)
  asked.current = ask
  const turn = useRef(0)
  const again = useCallback(async () => {
    turn.current += 1
    const own = turn.current
    setState((was) => ({ ...was, pending: true }))
    const answer = await call(endpoint, asked.current)
    // An answer to an older question comes too late.
    if (own !== turn.current) return
    if (answer.ok) setState({ data: answer.data, trouble: null, pending: false })
    else setState((was) => ({ ...was, trouble: answer, pending: false }))
  }, [call, endpoint])
  const question = JSON.stringify(ask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another read.
  useEffect(() => {
    setState((was) => ({ ...was, data: null }))
    void again()
    return () => {
      turn.current += 1
    }
  }, [again, question])
  return { ...state, again }
}

export interface ReadList<Item, Data = unknown> extends Omit<Read<unknown>, "data"> {
  /** The first page, with whatever stands in it beside its items. */
  readonly data: Data | null
  readonly items: readonly Item[] | null
  /** Null at the end of the list. */
  readonly more: (() => Promise<void>) | null
}

type ItemOf<E extends Endpoint> = DataOf<E> extends { items: (infer Item)[] } ? Item : never

/** For endpoints that answer `{items, next}`. */
export function useReadList<E extends Endpoint>(endpoint: E, ask: RequestOptionsOf<E>): ReadList<ItemOf<E>, DataOf<E>> {
  return useLooseList(endpoint, ask) as ReadList<ItemOf<E>, DataOf<E>>
}

function useLooseList(endpoint: unknown, ask: unknown): ReadList<unknown> {
  const { client } = useSession()
  const question = JSON.stringify(ask)
  const grown = useRef({ question, pages: 1 })
  if (grown.current.question !== question) grown.current = { question, pages: 1 }
  // As far as it was grown: what is asked again while something is on its way does not throw a reader back to the first page.
  const readGrown = useCallback<LooseCall>(
    (list, first) => readPages((after) => loose(client)(list, following(first as object, after)), grown.current.pages),
    [client],
  )
  const all = useLooseRead(endpoint, ask, readGrown)
  const [rest, setRest] = useState<(ListPage & { of: unknown }) | null>(null)
  const [trouble, setTrouble] = useState<RequestError | null>(null)
  const begin = all.data as ListPage | null
  const added = rest !== null && rest.of === begin ? rest : null
  const next = added ? added.next : (begin?.next ?? null)
  const more = async () => {
    const answer = await loose(client)(endpoint, following(ask as object, next))
    setTrouble(answer.ok ? null : answer)
    if (!answer.ok || grown.current.question !== question) return
    const page = answer.data as ListPage
    grown.current.pages += 1
    setRest({ of: begin, items: [...(added?.items ?? []), ...page.items], next: page.next })
  }
  return {
    data: begin,
    items: begin && [...begin.items, ...(added?.items ?? [])],
    trouble: all.trouble ?? trouble,
    pending: all.pending,
    again: all.again,
    more: next === null ? null : more,
  }
}

function loose(client: { readonly call: unknown }): LooseCall {
  return client.call as LooseCall
}

function following(ask: object, after: string | null): object {
  return after === null ? ask : { ...ask, query: { ...(ask as { query?: object }).query, after } }
}

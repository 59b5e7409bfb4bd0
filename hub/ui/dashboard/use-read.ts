/** Hooks that read an endpoint: one answer, or a list page by page. They read again when the options change. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { Static, TSchema } from "typebox"
import type { NoAnswer, Refused, RequestOptionsOf } from "../../../protocol/client/index.ts"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import type { RequestError } from "../../../ui/explain.ts"
import { useSession } from "./use-session.tsx"

/** Type of the answer with status 200. */
export type DataOf<E extends Endpoint> = E["replies"] extends { readonly 200: infer S extends TSchema }
  ? Static<S>
  : never

export interface Read<Data> {
  /** Null until the first answer; then the latest good one, also while reading again. */
  readonly data: Data | null
  readonly error: RequestError | null
  readonly pending: boolean
  readonly again: () => Promise<void>
}

interface Good {
  readonly ok: true
  readonly data: unknown
}

/** `Client["call"]` without its types. The results are cast by the exported hooks. */
type LooseCall = (endpoint: unknown, options: unknown) => Promise<Good | Refused | NoAnswer>

export function useRead<E extends Endpoint>(endpoint: E, options: RequestOptionsOf<E>): Read<DataOf<E>> {
  const { client } = useSession()
  return useLooseRead(endpoint, options, loose(client)) as Read<DataOf<E>>
}

function useLooseRead(endpoint: unknown, options: unknown, call: LooseCall): Read<unknown> {
  const [state, setState] = useState<Omit<Read<unknown>, "again">>({ data: null, error: null, pending: true })
  const latest = useRef(options)
  latest.current = options
  const turn = useRef(0)
  const again = useCallback(async () => {
    turn.current += 1
    const own = turn.current
    setState((was) => ({ ...was, pending: true }))
    const answer = await call(endpoint, latest.current)
    // A newer read has begun, so this answer is outdated.
    if (own !== turn.current) return
    if (answer.ok) setState({ data: answer.data, error: null, pending: false })
    else setState((was) => ({ ...was, error: answer, pending: false }))
  }, [call, endpoint])
  const optionsText = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the options change
  useEffect(() => {
    setState((was) => ({ ...was, data: null }))
    void again()
    return () => {
      turn.current += 1
    }
  }, [again, optionsText])
  return { ...state, again }
}

export interface ReadList<Item, Data = unknown> extends Omit<Read<unknown>, "data"> {
  /** The first page, with its other fields. */
  readonly data: Data | null
  readonly items: readonly Item[] | null
  /** Null at the end of the list. */
  readonly more: (() => Promise<void>) | null
}

type ItemOf<E extends Endpoint> = DataOf<E> extends { items: (infer Item)[] } ? Item : never

/** For endpoints that answer with `{items, next}`. */
export function useReadList<E extends Endpoint>(
  endpoint: E,
  options: RequestOptionsOf<E>,
): ReadList<ItemOf<E>, DataOf<E>> {
  return useLooseList(endpoint, options) as ReadList<ItemOf<E>, DataOf<E>>
}

function useLooseList(endpoint: unknown, options: unknown): ReadList<unknown> {
  const { client } = useSession()
  const optionsText = JSON.stringify(options)
  const grown = useRef({ optionsText, pages: 1 })
  if (grown.current.optionsText !== optionsText) grown.current = { optionsText, pages: 1 }
  // Reads all loaded pages again, so that a refresh does not shorten the list.
  const readGrown = useCallback<LooseCall>(
    (list, first) => readPages((after) => loose(client)(list, following(first as object, after)), grown.current.pages),
    [client],
  )
  const all = useLooseRead(endpoint, options, readGrown)
  const [rest, setRest] = useState<(ListPage & { of: unknown }) | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  const begin = all.data as ListPage | null
  const added = rest !== null && rest.of === begin ? rest : null
  const next = added ? added.next : (begin?.next ?? null)
  const more = async () => {
    const answer = await loose(client)(endpoint, following(options as object, next))
    setError(answer.ok ? null : answer)
    if (!answer.ok || grown.current.optionsText !== optionsText) return
    const page = answer.data as ListPage
    grown.current.pages += 1
    setRest({ of: begin, items: [...(added?.items ?? []), ...page.items], next: page.next })
  }
  return {
    data: begin,
    items: begin && [...begin.items, ...(added?.items ?? [])],
    error: all.error ?? error,
    pending: all.pending,
    again: all.again,
    more: next === null ? null : more,
  }
}

function loose(client: { readonly call: unknown }): LooseCall {
  return client.call as LooseCall
}

function following(options: object, after: string | null): object {
  return after === null ? options : { ...options, query: { ...(options as { query?: object }).query, after } }
}

interface ListPage {
  readonly items: readonly unknown[]
  readonly next: string | null
}

type Answer = { readonly ok: true; readonly data: unknown } | Refused | NoAnswer

/** Returns the pages as one answer with the last page's `next`, or the first failure. */
export async function readPages(ask: (after: string | null) => Promise<Answer>, pages: number): Promise<Answer> {
  const first = await ask(null)
  if (!first.ok) return first
  let read = first.data as ListPage
  for (let page = 1; page < pages && read.next !== null; page += 1) {
    const answer = await ask(read.next)
    if (!answer.ok) return answer
    const { items, next } = answer.data as ListPage
    read = { ...read, items: [...read.items, ...items], next }
  }
  return { ok: true, data: read }
}

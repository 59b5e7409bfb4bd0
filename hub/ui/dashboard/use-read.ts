/** Reads for a page: one answer, or a list that grows page by page. Asked again when what is asked for changes. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { Static, TSchema } from "typebox"
import type { AskOf, NoAnswer, Refused } from "../../../protocol/client/index.ts"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import type { Misfortune } from "../../../ui/explain.ts"
import { useSession } from "./session.tsx"

/** What a GET answers with 200. */
export type DataOf<E extends Endpoint> = E["replies"] extends { readonly 200: infer S extends TSchema }
  ? Static<S>
  : never

export interface Read<Data> {
  /** Null until the first answer; the last good one afterwards, also while it is asked again. */
  readonly data: Data | null
  readonly trouble: Misfortune | null
  readonly pending: boolean
  readonly again: () => Promise<void>
}

interface Good {
  readonly ok: true
  readonly data: unknown
}

/** The client without its types: what it answers is checked by the hub, and cast once, below. */
type LooseCall = (endpoint: unknown, ask: unknown) => Promise<Good | Refused | NoAnswer>

export function useRead<E extends Endpoint>(endpoint: E, ask: AskOf<E>): Read<DataOf<E>> {
  return useLooseRead(endpoint, ask) as Read<DataOf<E>>
}

function useLooseRead(endpoint: unknown, ask: unknown): Read<unknown> {
  const { client } = useSession()
  const call = client.call as unknown as LooseCall
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

interface ListPage {
  readonly items: readonly unknown[]
  readonly next: string | null
}

export type ItemOf<E extends Endpoint> = DataOf<E> extends { items: (infer Item)[] } ? Item : never

/** For endpoints that answer `{items, next}`. */
export function useReadList<E extends Endpoint>(endpoint: E, ask: AskOf<E>): ReadList<ItemOf<E>, DataOf<E>> {
  return useLooseList(endpoint, ask) as ReadList<ItemOf<E>, DataOf<E>>
}

function useLooseList(endpoint: unknown, ask: unknown): ReadList<unknown> {
  const first = useLooseRead(endpoint, ask)
  const { client } = useSession()
  const [rest, setRest] = useState<(ListPage & { of: unknown }) | null>(null)
  const [trouble, setTrouble] = useState<Misfortune | null>(null)
  const begin = first.data as ListPage | null
  const grown = rest !== null && rest.of === begin ? rest : null
  const next = grown ? grown.next : (begin?.next ?? null)
  const more = async () => {
    const answer = await (client.call as unknown as LooseCall)(endpoint, following(ask as object, next))
    setTrouble(answer.ok ? null : answer)
    if (!answer.ok) return
    const page = answer.data as ListPage
    setRest({ of: begin, items: [...(grown?.items ?? []), ...page.items], next: page.next })
  }
  return {
    data: begin,
    items: begin && [...begin.items, ...(grown?.items ?? [])],
    trouble: first.trouble ?? trouble,
    pending: first.pending,
    again: first.again,
    more: next === null ? null : more,
  }
}

function following(ask: object, after: string | null): object {
  return { ...ask, query: { ...(ask as { query?: object }).query, after } }
}

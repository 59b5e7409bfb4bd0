/** The sandbox provider's payments, refunds and waiting webhooks, in one file, so that a restart loses nothing. */
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import type { Behaviour } from "./behaviours.ts"

export type PaymentState = "waiting" | "approved" | "declined" | "expired" | "canceled" | "refunded"

export interface Payment {
  readonly id: string
  /** The hub's attempt id: the same key is the same payment. */
  readonly key: string
  readonly order: string
  readonly amount: number
  readonly currencyCode: string
  /** The store's id. */
  readonly store: string
  readonly customerName: string | null
  readonly behaviour: Behaviour | null
  readonly createdAt: string
  state: PaymentState
}

export interface Notice {
  readonly id: string
  readonly body: string
  /** Epoch milliseconds. */
  dueAt: number
  attempts: number
}

export interface Book {
  readonly payments: Payment[]
  /** The id of each refund, by its key. */
  readonly refunds: Record<string, string>
  readonly notices: Notice[]
}

export function openBook(path: string | null): { book: Book; save: () => void } {
  const book = (path && readBook(path)) || { payments: [], refunds: {}, notices: [] }
  const save = () => {
    if (path === null) return
    writeFileSync(`${path}.next`, JSON.stringify(book), { flush: true })
    renameSync(`${path}.next`, path)
  }
  return { book, save }
}

function readBook(path: string): Book | null {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** Formats the amounts of its children in the given currency. */
import type { ReactNode } from "react"
import { StoreProvider, useStore } from "../../../ui/figures.tsx"

export function InCurrency({ currency, children }: { currency: string; children: ReactNode }) {
  const store = useStore()
  return <StoreProvider store={{ ...store, currency }}>{children}</StoreProvider>
}

/** The store's latest state from the box, for all tabs. */
import { createContext, type ReactNode, useContext } from "react"
import { readState } from "../../../protocol/http/store-state.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { type Snapshot, useSnapshot } from "../../../ui/device/use-snapshot.ts"

const ON = { on: ["orders", "printers", "hub", "day", "devices", "menu"] } as const

const StateContext = createContext<Snapshot<StoreState> | null>(null)

export function StateProvider({ children }: { children: ReactNode }) {
  return <StateContext value={useSnapshot(readState, ON)}>{children}</StateContext>
}

export function useStoreState(): Snapshot<StoreState> {
  const snapshot = useContext(StateContext)
  if (!snapshot) throw new Error("useStoreState stands outside its StateProvider")
  return snapshot
}

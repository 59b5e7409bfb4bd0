/** Context: the box does not answer while the page is saving. Pages of the hub have no provider, so they always read null. */
import { createContext, useContext } from "react"

interface Away {
  /** Time of the last answer, formatted. */
  readonly since: string
  /** Attempts without an answer. */
  readonly attempts: number
}

const AwayContext = createContext<Away | null>(null)

export const AwayContextProvider = AwayContext.Provider

/** Null while the box answers, or while no request waits for it. */
export function useAway(): Away | null {
  return useContext(AwayContext)
}

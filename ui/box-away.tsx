/** Since when the machine behind this page has been away while the page saves something; pages that know no such thing stand in no provider. */
import { createContext, useContext } from "react"

interface Away {
  /** In words: the time of its last answer. */
  readonly since: string
  /** How often a request that saves something was sent in vain. */
  readonly attempts: number
}

const AwayContext = createContext<Away | null>(null)

export const AwayBoundary = AwayContext.Provider

/** null while the machine answers, or while nothing waits for it. */
export function useAway(): Away | null {
  return useContext(AwayContext)
}

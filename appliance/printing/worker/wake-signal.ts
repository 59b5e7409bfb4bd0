/** Wakes a worker: a ring while it is busy is kept for its next wait. */

export interface WakeSignal {
  ring(): void
  /** Until a ring, at most `ms`; true if it rang. */
  wait(ms: number): Promise<boolean>
}

export function createWakeSignal(): WakeSignal {
  let hasRung = false
  let wake: (() => void) | null = null
  return {
    ring: () => {
      hasRung = true
      wake?.()
    },
    wait: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = null
      const rang = hasRung
      hasRung = false
      return rang
    },
  }
}

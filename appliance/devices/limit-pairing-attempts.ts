/** Slows down whoever guesses pairing codes: so many wrong ones a minute, from one address and from all. */
import type { Clock } from "../../runtime/clock.ts"

const WRONG_MAX_PER_ADDRESS = 8
const WRONG_MAX = 40
const WINDOW_MS = 60_000

export interface CodeTries {
  isOver(address: string): boolean
  wrong(address: string): void
}

/** In memory: a restart takes longer than the window that it would shorten. */
export function createCodeTries(clock: Clock): CodeTries {
  let wrongs: { readonly at: number; readonly address: string }[] = []
  const recent = () => {
    const since = clock.ms() - WINDOW_MS
    wrongs = wrongs.filter(({ at }) => at > since)
    return wrongs
  }
  return {
    isOver(address) {
      const all = recent()
      return all.length >= WRONG_MAX || all.filter((one) => one.address === address).length >= WRONG_MAX_PER_ADDRESS
    },
    wrong(address) {
      recent().push({ at: clock.ms(), address })
    },
  }
}

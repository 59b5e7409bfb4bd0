/** What happens at an emulated printer, told to whoever watches it, and what a person can do to it. */
import type { Pulse } from "./print-head.ts"
import type { Receipt } from "./render-receipt.ts"
import type { Condition } from "./status-bytes.ts"

export interface Controls {
  condition(): Condition
  set(condition: Partial<Condition>): void
  isOn(): boolean
  switchOff(): Promise<void>
  switchOn(): Promise<void>
  cutCable(isCut: boolean): void
  isCableCut(): boolean
  slowLine(bytesPerSecond: number | null): void
  isSlow(): boolean
}

export interface Watcher {
  onRow(): void
  onReceipt(receipt: Receipt, n: number): void
  onPulse(pulse: Pulse): void
  onState(): void
}

export interface News extends Watcher {
  watch(watcher: Watcher): () => void
}

export function createNews(): News {
  const watchers = new Set<Watcher>()
  const tell = (say: (watcher: Watcher) => void) => {
    for (const watcher of [...watchers]) say(watcher)
  }
  return {
    onRow: () => tell((watcher) => watcher.onRow()),
    onReceipt: (receipt, n) => tell((watcher) => watcher.onReceipt(receipt, n)),
    onPulse: (pulse) => tell((watcher) => watcher.onPulse(pulse)),
    onState: () => tell((watcher) => watcher.onState()),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

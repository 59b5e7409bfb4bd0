/** The events of an emulated printer, and the faults that a person can cause. */
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

interface Watcher {
  onRow(): void
  onReceipt(receipt: Receipt, n: number): void
  onPulse(pulse: Pulse): void
  onState(): void
}

export interface PrinterEvents extends Watcher {
  watch(watcher: Watcher): () => void
}

export function createPrinterEvents(): PrinterEvents {
  const watchers = new Set<Watcher>()
  const publish = (notify: (watcher: Watcher) => void) => {
    for (const watcher of [...watchers]) notify(watcher)
  }
  return {
    onRow: () => publish((watcher) => watcher.onRow()),
    onReceipt: (receipt, n) => publish((watcher) => watcher.onReceipt(receipt, n)),
    onPulse: (pulse) => publish((watcher) => watcher.onPulse(pulse)),
    onState: () => publish((watcher) => watcher.onState()),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

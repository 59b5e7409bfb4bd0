/** Worker processes that run many test files, because loading the source takes longer than most tests, until their memory is full. */
import { ForksPoolWorker, type PoolOptions } from "vitest/node"

/** Of one process's heap; three of them and two databases must fit into a small machine. */
const HEAP_MAX_BYTES = 700e6
const NAME = "lasting"

class Lasting extends ForksPoolWorker {
  override readonly name = NAME
  readonly reportMemory = true
  #heap = 0

  override deserialize(message: unknown): unknown {
    if (isFinished(message)) this.#heap = message.usedMemory
    return message
  }

  canReuse(): boolean {
    return this.#heap < HEAP_MAX_BYTES
  }
}

function isFinished(message: unknown): message is { usedMemory: number } {
  return typeof message === "object" && message !== null && "usedMemory" in message
}

/** For vitest's `pool`. */
export const lastingWorkers = { name: NAME, createPoolWorker: (options: PoolOptions) => new Lasting(options) }

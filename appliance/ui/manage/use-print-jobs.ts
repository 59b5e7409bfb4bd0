/** The jobs of the box's spool, followed. */
import { listSpool } from "../../../protocol/http/print-jobs.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const ON = { on: ["printers"] } as const

export function useSpool() {
  const { data, refresh, trouble } = useSnapshot(listSpool, ON)
  return { jobs: data?.jobs ?? null, refresh, trouble }
}

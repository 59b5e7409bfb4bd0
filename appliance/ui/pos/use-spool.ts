/** The box's print jobs, asked again while somebody looks at them. */
import { useCallback, useEffect, useState } from "react"
import { listSpool } from "../../../protocol/http/spool.ts"
import type { SpoolJob } from "../../../protocol/shapes/spool-job.ts"
import { useBox } from "../../../ui/device/box.tsx"

const POLL_MS = 1_500

export interface SpoolView {
  /** null until the first answer. */
  readonly jobs: readonly SpoolJob[] | null
  readonly refresh: () => Promise<void>
}

export function useSpool(): SpoolView {
  const { client } = useBox()
  const [jobs, setJobs] = useState<readonly SpoolJob[] | null>(null)
  const refresh = useCallback(async () => {
    const answer = await client.call(listSpool, {})
    if (answer.ok) setJobs(answer.data.jobs)
  }, [client])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const round = async () => {
      await refresh()
      if (!over) timer = setTimeout(round, POLL_MS)
    }
    void round()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [refresh])
  return { jobs, refresh }
}

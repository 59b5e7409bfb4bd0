/** Shows an error page instead of a blank screen when rendering fails, and reloads by itself: a kitchen screen has nobody to tap it. */
import { Button, Center, Stack, Text, Title } from "@mantine/core"
import { Component, type ReactNode, useEffect, useState } from "react"
import { minutesAndSeconds } from "./figures.tsx"
import { Icon } from "./icons.tsx"
import { useLanguage } from "./language.tsx"

const KEY = "brasa.reload"
const TICK_MS = 250
/** Monotonic, because a wall clock may jump. */
const STARTED = performance.now()

interface PageBoundaryProps {
  readonly children: ReactNode
}

export class PageBoundary extends Component<PageBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useLanguage()
  const left = useReload()
  return (
    <Center className="welcome">
      <Stack align="center">
        <Icon name="alert" size={34} />
        <Stack align="center" role="alert">
          <Title order={1} size="h2" ta="center">
            {t("common.broken")}
          </Title>
          <Text ta="center">{t("common.brokenText")}</Text>
        </Stack>
        <Text role="timer" ta="center">
          {t("common.brokenAgain", { time: minutesAndSeconds(left) })}
        </Text>
        <Button onClick={reload}>{t("common.reload")}</Button>
      </Stack>
    </Center>
  )
}

const reload = () => window.location.reload()

/** Reloads the page after a while. Returns the seconds left. */
function useReload(): number {
  const [waitMs] = useState(() => nextReload(lastWait(), performance.now() - STARTED))
  const [left, setLeft] = useState(Math.ceil(waitMs / 1000))
  useEffect(() => {
    storeWait(waitMs)
    const until = performance.now() + waitMs
    const tick = () => {
      const leftMs = until - performance.now()
      if (leftMs <= 0) reload()
      else setLeft(Math.ceil(leftMs / 1000))
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [waitMs])
  return left
}

/** Stored per window. Without storage each wait is the first. */
function lastWait(): number | null {
  try {
    return Number(sessionStorage.getItem(KEY)) || null
  } catch {
    return null
  }
}

function storeWait(waitMs: number): void {
  try {
    sessionStorage.setItem(KEY, String(waitMs))
  } catch (error) {
    console.warn("could not store how long this page waited", error)
  }
}

/** Long enough to read the message. */
const FIRST_MS = 5_000
const LONGEST_MS = 300_000
/** A page that worked this long starts again with the first wait. */
const SETTLED_MS = 60_000

/** Doubles the wait `before`, so that a page that breaks at every start does not load the box all day. */
export function nextReload(before: number | null, upMs: number): number {
  if (before === null || before < FIRST_MS || upMs >= SETTLED_MS) return FIRST_MS
  return Math.min(before * 2, LONGEST_MS)
}

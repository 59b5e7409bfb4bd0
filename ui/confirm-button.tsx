/** A button for an action that cannot be undone: the first tap asks, the second one runs it. */
import { Button, type ButtonProps } from "@mantine/core"
import type { ReactNode } from "react"
import { useEffect, useState } from "react"
import { useLanguage } from "./language.tsx"

interface ConfirmButtonProps extends ButtonProps {
  readonly onConfirm: () => void
  readonly children: ReactNode
}

export function ConfirmButton({ onConfirm, children, ...rest }: ConfirmButtonProps) {
  const { t } = useLanguage()
  const { asking, tap } = useConfirm(onConfirm)
  return (
    <Button {...rest} {...(asking && { variant: "filled" })} color="bad" onClick={tap} aria-live="polite">
      {asking ? t("common.sure") : children}
    </Button>
  )
}

const FORGET_AFTER_MS = 4_000

/** Two taps: the first one is forgotten after some seconds. */
export function useConfirm(onConfirm: () => void): { asking: boolean; tap: () => void } {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(setAsking, FORGET_AFTER_MS, false)
    return () => clearTimeout(timer)
  }, [asking])
  const tap = () => {
    setAsking(!asking)
    if (asking) onConfirm()
  }
  return { asking, tap }
}

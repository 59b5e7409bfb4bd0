/** A button for what cannot be taken back: the first tap asks, the second does it; after a moment it forgets the first. */
import { Button, type ButtonProps } from "@mantine/core"
import { type ReactNode, useEffect, useState } from "react"
import { useLanguage } from "./language.tsx"

const PATIENCE_MS = 4_000

interface ConfirmButtonProps extends ButtonProps {
  readonly onConfirm: () => void
  readonly children: ReactNode
}

export function ConfirmButton({ onConfirm, children, ...rest }: ConfirmButtonProps) {
  const { t } = useLanguage()
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(setAsking, PATIENCE_MS, false)
    return () => clearTimeout(timer)
  }, [asking])
  const tap = () => {
    setAsking(!asking)
    if (asking) onConfirm()
  }
  return (
    <Button {...rest} {...(asking && { variant: "filled" })} color="bad" onClick={tap} aria-live="polite">
      {asking ? t("common.sure") : children}
    </Button>
  )
}

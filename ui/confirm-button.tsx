/** A button for an action that cannot be undone: it asks before it runs. */
import { Button, type ButtonProps } from "@mantine/core"
import type { ReactNode } from "react"
import { useLanguage } from "./language.tsx"
import { useConfirm } from "./use-confirm.ts"

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

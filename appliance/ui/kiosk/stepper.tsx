/** A quantity with buttons for less and more. */
import { ActionIcon } from "@mantine/core"
import { Icon } from "../../../ui/icons.tsx"
import { useLanguage } from "./language.ts"

interface StepperProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

export function Stepper({ value, min, max, onChange }: StepperProps) {
  const { t } = useLanguage()
  return (
    <span className="kiosk-stepper">
      <ActionIcon
        className="kiosk-step"
        variant="default"
        aria-label={t("product.less")}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" />
      </ActionIcon>
      <b className="figures" aria-live="polite">
        {value}
      </b>
      <ActionIcon
        className="kiosk-step"
        variant="default"
        aria-label={t("product.more")}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </ActionIcon>
    </span>
  )
}

/** A quantity with buttons for less and more. */
import { ActionIcon } from "@mantine/core"
import { Icon, type IconName } from "./icons.tsx"

interface StepperProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
  readonly labels: { readonly less: string; readonly more: string }
  /** In pixels; if missing, the page's style sheet sets the size. */
  readonly size?: number
  readonly className?: string
  readonly lessIcon?: IconName
}

export function Stepper({ value, min, max, onChange, labels, size, className = "", lessIcon = "minus" }: StepperProps) {
  const button = { className: "step", variant: "default", ...(size !== undefined && { size }) }
  return (
    <span className={`stepper ${className}`}>
      <ActionIcon {...button} aria-label={labels.less} disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Icon name={lessIcon} />
      </ActionIcon>
      <b className="figures" aria-live="polite">
        {value}
      </b>
      <ActionIcon {...button} aria-label={labels.more} disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Icon name="plus" />
      </ActionIcon>
    </span>
  )
}

/** Asks before a business day is closed, and says what the close does to each open item. */
import { Button, Modal, Stack, Text } from "@mantine/core"
import type { Scaled } from "../protocol/money.ts"
import type { RequestError } from "./explain.ts"
import { useFigures } from "./figures.tsx"
import { useLanguage } from "./language.tsx"
import type { CLOSE_CHECKS } from "./messages/close.ts"
import type { CommonKey } from "./messages/index.ts"
import { ErrorState } from "./states.tsx"

export interface CloseCheck {
  readonly about: "doubts" | "kitchen" | "orders" | "parked" | "prints" | "sale" | "shifts" | "unsent"
  /** 0 is fine. */
  readonly count: number
  /** Scaled; 0 if the item has none. */
  readonly amount: Scaled
  /** Cashiers, order codes, kitchen stations, printers. */
  readonly names: readonly string[]
}

/** Whether closing now leaves something unfinished. Changes that are not sent yet are sent after the close as well. */
export function isUnfinished(checks: readonly CloseCheck[]): boolean {
  return checks.some(({ about, count }) => count > 0 && about !== "unsent")
}

interface CloseDayDialogProps {
  readonly opened: boolean
  readonly businessDayDate: string
  readonly checks: readonly CloseCheck[]
  readonly pending: boolean
  readonly error: RequestError | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function CloseDayDialog(props: CloseDayDialogProps) {
  const { opened, businessDayDate, checks, pending, error, onConfirm, onClose } = props
  const { t } = useLanguage<CommonKey | keyof typeof CLOSE_CHECKS>()
  const { money, date } = useFigures()
  return (
    <Modal
      opened={opened}
      onClose={() => pending || onClose()}
      title={t("close.confirmTitle", { date: date(businessDayDate) })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        {checks
          .filter(({ count }) => count > 0)
          .map(({ about, count, amount }) => (
            <Text key={about}>{t(`close.if.${about}`, { n: count, total: money(amount) })}</Text>
          ))}
        <Text>{t("close.confirmText")}</Text>
        <ErrorState answer={error} />
        <Button size="xl" loading={pending} onClick={onConfirm} data-autofocus>
          {t(isUnfinished(checks) ? "close.anyway" : "close.confirm")}
        </Button>
        <Button variant="default" disabled={pending} onClick={onClose}>
          {t("close.notYet")}
        </Button>
      </Stack>
    </Modal>
  )
}

/** Releases an order before all stations are ready: asks for a reason and, in a store with staff, a supervisor's PIN. */
import { Button, Modal, Stack, Text, TextInput } from "@mantine/core"
import { useRef, useState } from "react"
import { releaseOrder } from "../../../protocol/http/kitchen.ts"
import type { ExpoOrder } from "../../../protocol/shapes/ticket.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { PinForm } from "../../../ui/staff/pin-form.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { useLanguage } from "./language.ts"

export function ReleaseDialog({ order, onClose }: { order: ExpoOrder; onClose: () => void }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { hasStaff, enter, leave } = useStaff()
  const { pending, error, request } = useRequest()
  const [reason, setReason] = useState("")
  const actionId = useRef(makeUuid())
  const release = async () => {
    const params = { orderId: order.orderId }
    const body = { actionId: actionId.current, reason: reason.trim() }
    const answer = await request(() => client.call(releaseOrder, { params, body }))
    if (answer) onClose()
  }
  const withPin = async (staffId: string, pin: string) => {
    const refused = await enter(staffId, pin)
    if (refused) return refused
    await release()
    // Signs out again, because the PIN was for this one order.
    await leave()
    return null
  }
  const named = reason.trim() !== ""
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("expo.releaseTitle", { code: order.order.orderCode })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Text>{t("expo.releaseText", { stations: order.waiting.join(", ") })}</Text>
        <TextInput
          label={t("expo.reason")}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <ErrorState answer={error} />
        {/* Shown before a reason is typed, so that people know what comes next. */}
        {hasStaff && <Text>{t("expo.releasePin")}</Text>}
        {hasStaff && named && <PinForm onPin={withPin} least="supervisor" takesFocus={false} />}
        {!hasStaff && (
          <Button size="xl" color="bad" disabled={!named} loading={pending} onClick={() => void release()}>
            {t("expo.releaseDo")}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

/** Asks a supervisor with a short PIN to choose one of six digits after signing in. */
import { Button, Modal, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { changeOwnPin } from "../../protocol/http/staff.ts"
import { pinDigitsMin } from "../../protocol/rules/users/pin-attempts.ts"
import { useBox } from "../device/box.tsx"
import { useLanguage } from "../language.tsx"
import { ErrorState } from "../states.tsx"
import { useRequest } from "../use-request.ts"
import { NewPin } from "./new-pin.tsx"

export function ChoosePin({ name, onDone }: { name: string; onDone: () => void }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [pin, setPin] = useState<string | null>(null)
  const digits = pinDigitsMin("supervisor")
  const save = async () => {
    if (pin !== null && (await request(() => client.call(changeOwnPin, { body: { pin } })))) onDone()
  }
  return (
    <Modal opened onClose={onDone} title={t("staff.choosePin", { name })} withCloseButton={false}>
      <Stack>
        <Text>{t("staff.choosePinText", { digits })}</Text>
        <NewPin digitsMin={digits} onPin={setPin} />
        <ErrorState answer={error} />
        <Button size="xl" loading={pending} disabled={pin === null} onClick={save}>
          {t("staff.savePin")}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t("staff.choosePinLater")}
        </Button>
      </Stack>
    </Modal>
  )
}

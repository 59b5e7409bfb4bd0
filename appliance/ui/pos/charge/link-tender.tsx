/** Offers a payment link for the whole sale, paid on the guest's phone. Needs the hub. */
import { Button, Stack, Text } from "@mantine/core"
import { Icon } from "../../../../ui/icons.tsx"
import { useLanguage } from "../language.ts"
import { useToday } from "../use-today.tsx"

interface LinkTenderProps {
  /** Part of the sale was already paid with other tenders. */
  readonly partly: boolean
  readonly onAsk: () => void
}

export function LinkTender({ partly, onAsk }: LinkTenderProps) {
  const { t } = useLanguage()
  const { today } = useToday()
  const offline = today?.hub.link !== "up"
  return (
    <Stack>
      <Text>{t("link.about")}</Text>
      {offline && (
        <Text role="alert" c="bad">
          {t("link.offline")}
        </Text>
      )}
      {partly && <Text role="alert">{t("link.whole")}</Text>}
      <Button size="xl" leftSection={<Icon name="card" />} disabled={offline || partly} onClick={onAsk}>
        {t("link.show")}
      </Button>
    </Stack>
  )
}

/** A payment link as one of the ways to pay: the whole sale at once, on the guest's own telephone; without the hub it says why not. */
import { Button, Stack, Text } from "@mantine/core"
import { Icon } from "../../../../ui/icons.tsx"
import { useLanguage } from "../language.ts"
import { useToday } from "../use-today.tsx"

interface LinkTenderProps {
  /** Something was taken already, by other means. */
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

/** Shown while the sale is being sent. Nothing can be changed until the box answers. */
import { Alert, Center, Loader, Stack, Text, Title } from "@mantine/core"
import { useAway } from "../../../../ui/box-away.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { AwayAlert } from "../../../../ui/states.tsx"
import { useLanguage } from "../language.ts"
import { useSale } from "../use-sale.tsx"

export function SavingScreen() {
  const { t } = useLanguage()
  const { sale, unanswered } = useSale()
  const away = useAway()
  const code = sale.sent?.orderCode ?? ""
  return (
    <Center className="state">
      <Stack align="center" maw={520}>
        <Loader size="lg" />
        <Title order={1} size="h2" role="status">
          {t("saving.title")}
        </Title>
        {away && <AwayAlert since={away.since}>{t("saving.unansweredDo", { code })}</AwayAlert>}
        {!away && unanswered > 0 && (
          <Alert color="bad" icon={<Icon name="alert" />} title={t("saving.unanswered")} role="alert">
            <Text>{t("saving.unansweredDo", { code })}</Text>
          </Alert>
        )}
      </Stack>
    </Center>
  )
}

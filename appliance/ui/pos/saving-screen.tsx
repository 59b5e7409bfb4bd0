/** The sale is out and the box has not answered yet. Nothing can be changed: the same is sent until somebody knows. */
import { Alert, Center, Loader, Stack, Text, Title } from "@mantine/core"
import { Icon } from "../../../ui/icons.tsx"
import { useLanguage } from "./language.ts"
import { useSale } from "./use-sale.tsx"

export function SavingScreen() {
  const { t } = useLanguage()
  const { sale, unanswered } = useSale()
  return (
    <Center className="state">
      <Stack align="center" maw={520}>
        <Loader size="lg" />
        <Title order={1} size="h2" role="status">
          {t("saving.title")}
        </Title>
        {unanswered > 0 && (
          <Alert color="bad" icon={<Icon name="alert" />} title={t("saving.unanswered")} role="alert">
            <Text>{t("saving.unansweredDo", { code: sale.sent?.orderCode ?? "", n: unanswered })}</Text>
          </Alert>
        )}
      </Stack>
    </Center>
  )
}

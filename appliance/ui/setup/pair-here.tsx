/** The box can sell: whoever installs it becomes the first manager's screen with the code on the paper, and goes on from there. */
import { Paper, Text, Title } from "@mantine/core"
import { PairForm, type Unpaired } from "../../../ui/device/pair-form.tsx"
import { useLanguage } from "./language.ts"
import { Print } from "./print.tsx"

interface PairHereProps extends Unpaired {
  readonly storeName: string | null
}

export function PairHere({ storeName, ...asked }: PairHereProps) {
  const { t } = useLanguage()
  return (
    <Paper p="md" withBorder role="region" aria-label={t("setup.here")}>
      <PairForm {...asked}>
        <Title order={2} size="h4">
          {storeName}
        </Title>
        <Text role="status">{t("setup.ready")}</Text>
        <Print what="certificate" />
        <Text size="sm">{t("setup.here.console")}</Text>
      </PairForm>
    </Paper>
  )
}

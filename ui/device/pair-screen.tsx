/** The screen of a page that is not paired: asks for the pairing code. */
import { Paper, Stack, Text, Title } from "@mantine/core"
import { Brand } from "../brand.tsx"
import { useLanguage } from "../language.tsx"
import { LanguagePicker } from "../language-picker.tsx"
import { PairForm, type Unpaired } from "./pair-form.tsx"

export type ScreenName = "pos" | "kiosk" | "kds" | "expo" | "board" | "manage"

interface PairScreenProps extends Unpaired {
  readonly screen: ScreenName
}

export function PairScreen({ screen, ...unpaired }: PairScreenProps) {
  const { t } = useLanguage()
  return (
    <main className="welcome">
      <Paper className="card welcome-card" p="xl">
        <Stack>
          <PairForm {...unpaired}>
            <Brand large />
            <Title order={1} size="h2">
              {t(`pair.title.${screen}`)}
            </Title>
            <Text>{t("pair.text")}</Text>
          </PairForm>
          <LanguagePicker />
        </Stack>
      </Paper>
    </main>
  )
}

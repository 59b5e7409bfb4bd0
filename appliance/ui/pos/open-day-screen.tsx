/** No business day is open: one tap opens it. */
import { Button, Center, Paper, Stack, Text, Title } from "@mantine/core"
import { openDay } from "../../../protocol/http/register.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { Trouble } from "../../../ui/states.tsx"
import { useAsk } from "../../../ui/use-ask.ts"
import { useLanguage } from "./language.ts"
import { lastDay } from "./last-day.ts"
import { useToday } from "./use-today.tsx"

export function OpenDayScreen({ onDay }: { onDay: () => void }) {
  const { t } = useLanguage()
  const { name } = useStore()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, trouble, ask } = useAsk()
  const open = async () => {
    await ask(() => client.call(openDay, {}))
    await refresh()
  }
  return (
    <Center className="state">
      <Paper className="card form-card" p="xl">
        <Stack>
          <Title order={1} size="h2">
            {t("openDay.title")}
          </Title>
          <Text>{t("openDay.text", { store: name })}</Text>
          <Trouble answer={trouble} />
          <Button size="xl" loading={pending} onClick={open} autoFocus>
            {t("openDay.submit")}
          </Button>
          {lastDay() !== null && (
            <Button variant="subtle" onClick={onDay}>
              {t("openDay.lastDay")}
            </Button>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}

/** Opens the business day. If the date is not obvious, says why and asks for it. */
import { Button, Center, Paper, Stack, Text, Title } from "@mantine/core"
import { openDay } from "../../../../protocol/http/register.ts"
import { isDateCertain } from "../../../../protocol/rules/business-day/open-day.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures, useStore } from "../../../../ui/figures.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"
import type { Today } from "../today.ts"
import { useToday } from "../use-today.tsx"
import { lastDay } from "./last-day.ts"

interface OpenDayProps {
  readonly dates: Today["dates"]
  readonly onDay: () => void
}

export function OpenDayScreen({ dates, onDay }: OpenDayProps) {
  const { t } = useLanguage()
  const { name } = useStore()
  const { date } = useFigures()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const isPlain = isDateCertain(dates)
  const open = async (businessDayDate: string) => {
    await request(() => client.call(openDay, { body: { businessDayDate } }))
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
          {!isPlain && <WhichDate dates={dates} />}
          <ErrorState answer={error} />
          {dates.next.map((next, at) => (
            <Button
              key={next}
              size="xl"
              variant={at === 0 ? "filled" : "default"}
              loading={pending}
              onClick={() => open(next)}
              autoFocus={at === 0}
            >
              {isPlain ? t("openDay.submit") : t("openDay.submitDate", { date: date(next) })}
            </Button>
          ))}
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

/** Says why today's date is not obvious: the clocks differ, or the day is already closed. */
function WhichDate({ dates: { today, hubToday, next } }: { dates: Today["dates"] }) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const closed = [...new Set([hubToday ?? today, today])].filter((one) => !next.includes(one))
  return (
    <>
      {hubToday !== null && hubToday !== today && (
        <Text fw={700}>{t("openDay.clocks", { today: date(today), hub: date(hubToday) })}</Text>
      )}
      {closed.map((one) => (
        <Text key={one} fw={700}>
          {t("openDay.isClosed", { date: date(one) })}
        </Text>
      ))}
      <Text>{t("openDay.which")}</Text>
    </>
  )
}

/** Runs an outage test: cuts the link to the hub for some minutes, shows sales meanwhile, and the result. */
import { Button, NumberInput, Progress, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import {
  endOutageTest,
  listOutageTests,
  type OutageTestReport,
  startOutageTest,
} from "../../../protocol/http/outage-test.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { Card } from "./card.tsx"
import { elapsedShare } from "./elapsed-share.ts"
import { useLanguage } from "./language.ts"
import { useClock } from "./use-clock.ts"

const ON = { on: ["hub", "orders", "printers"] } as const
const MINUTES_MAX = 15
const MINUTES_DEFAULT = 5

export function OutageTestScreen({ state }: { state: StoreState }) {
  const { t } = useLanguage()
  const { data, error, refresh } = useSnapshot(listOutageTests, ON)
  if (!data) return error ? <ErrorState answer={error} /> : <Loading>{t("manage.loading")}</Loading>
  const { running, reports } = data
  return (
    <div className="column">
      <Title order={1} size="h2">
        {t("outageTest.title")}
      </Title>
      <div className="cards">
        {running ? (
          <Running drill={running} onDone={refresh} />
        ) : (
          <StartDrill isUp={state.line.link === "up"} onDone={refresh} />
        )}
        {reports.map((report) => (
          <Report key={report.drillId} report={report} />
        ))}
      </div>
    </div>
  )
}

function StartDrill({ isUp, onDone }: { isUp: boolean; onDone: () => Promise<void> }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [minutes, setMinutes] = useState(MINUTES_DEFAULT)
  const [drillId, setDrillId] = useState(makeUuid)
  const start = async () => {
    if (!(await request(() => client.call(startOutageTest, { body: { drillId, minutes } })))) return
    setDrillId(makeUuid())
    await onDone()
  }
  return (
    <Card title={t("outageTest.start")}>
      <Stack>
        <Text>{t("outageTest.text")}</Text>
        {!isUp && <Text className="bad">{t("outageTest.isDown")}</Text>}
        <NumberInput
          label={t("outageTest.minutes")}
          min={1}
          max={MINUTES_MAX}
          clampBehavior="strict"
          value={minutes}
          onChange={(value) => setMinutes(Number(value) || 1)}
        />
        <ErrorState answer={error} />
        <Button size="xl" loading={pending} onClick={start}>
          {t("outageTest.cut")}
        </Button>
      </Stack>
    </Card>
  )
}

function Running({ drill, onDone }: { drill: OutageTestReport; onDone: () => Promise<void> }) {
  const { t } = useLanguage()
  const { time } = useFigures()
  const { client } = useBox()
  const now = useClock()
  const { error, request } = useRequest()
  const end = async () => {
    if (await request(() => client.call(endOutageTest, { params: { drillId: drill.drillId } }))) await onDone()
  }
  return (
    <Card title={t(`outageTest.${drill.state}`)} tone="note" wide>
      <div role="status">
        <Progress
          size="xl"
          value={drill.state === "cut" ? elapsedShare(drill, now) : 100}
          animated
          aria-label={t("outageTest.progress")}
        />
        <p>{t("outageTest.until", { time: time(drill.endsAt) })}</p>
        <Outcome report={drill} />
      </div>
      {drill.state === "cut" && (
        <ConfirmButton variant="outline" onConfirm={end}>
          {t("outageTest.end")}
        </ConfirmButton>
      )}
      <ErrorState answer={error} />
    </Card>
  )
}

function Report({ report }: { report: OutageTestReport }) {
  const { t } = useLanguage()
  const { date, time } = useFigures()
  const { startedAt, endsAt, startedBy } = report
  return (
    <Card title={t("outageTest.report", { when: `${date(startedAt)} ${time(startedAt)}` })}>
      <p>
        {t("outageTest.lasted", { n: Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(startedAt)) / 60_000)) })}
        {startedBy && ` · ${startedBy}`}
      </p>
      <Outcome report={report} />
    </Card>
  )
}

function Outcome({ report }: { report: OutageTestReport }) {
  const { t } = useLanguage()
  const { ordersSold, printed, queued, refused, catchUpSeconds } = report
  const refusals = refused.map(({ what, count }) => `${what} × ${count}`).join(", ")
  return (
    <dl className="facts">
      <dt>{t("outageTest.sold")}</dt>
      <dd className="figures">{ordersSold}</dd>
      <dt>{t("outageTest.printed")}</dt>
      <dd className="figures">{printed}</dd>
      <dt>{t("outageTest.queued")}</dt>
      <dd className="figures">{queued}</dd>
      <dt>{t("outageTest.refused")}</dt>
      <dd>{refusals === "" ? t("outageTest.nothing") : refusals}</dd>
      <dt>{t("outageTest.catchUp")}</dt>
      <dd className="figures">{catchUpSeconds === null ? "—" : t("outageTest.seconds", { n: catchUpSeconds })}</dd>
    </dl>
  )
}

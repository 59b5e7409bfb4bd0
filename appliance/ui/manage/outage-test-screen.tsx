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
import { useNow } from "../../../ui/device/use-now.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

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
          <Running test={running} onDone={refresh} />
        ) : (
          <StartTest isUp={state.line.link === "up"} onDone={refresh} />
        )}
        {reports.map((report) => (
          <Report key={report.drillId} report={report} />
        ))}
      </div>
    </div>
  )
}

function StartTest({ isUp, onDone }: { isUp: boolean; onDone: () => Promise<void> }) {
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

function Running({ test, onDone }: { test: OutageTestReport; onDone: () => Promise<void> }) {
  const { t } = useLanguage()
  const { time } = useFigures()
  const { client } = useBox()
  const now = useNow()
  const { error, request } = useRequest()
  const end = async () => {
    if (await request(() => client.call(endOutageTest, { params: { drillId: test.drillId } }))) await onDone()
  }
  return (
    <Card title={t(`outageTest.${test.state}`)} tone="note" wide>
      <div role="status">
        <Progress
          size="xl"
          value={test.state === "cut" ? elapsedShare(test, now) : 100}
          animated
          aria-label={t("outageTest.progress")}
        />
        <p>{t("outageTest.until", { time: time(test.endsAt) })}</p>
        <Outcome report={test} />
      </div>
      {test.state === "cut" && (
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

/** Elapsed share of the outage test, in percent. */
export function elapsedShare(
  { startedAt, endsAt }: Pick<OutageTestReport, "startedAt" | "endsAt">,
  now: string,
): number {
  const [start, end, at] = [startedAt, endsAt, now].map((moment) => Date.parse(moment)) as [number, number, number]
  return Math.min(100, Math.max(0, Math.round(((at - start) / Math.max(1, end - start)) * 100)))
}

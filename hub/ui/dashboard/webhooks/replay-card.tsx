/** Starts a replay of a period's events, and shows the progress of each replay. */
import { Button, Group, Progress, Text, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import { listReplays, type Replay, startReplay } from "../../../../protocol/http/admin/deliveries.ts"
import type { WebhookEndpoint } from "../../../../protocol/http/admin/webhooks.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { useRead } from "../use-read.ts"
import { useRefresh } from "../use-refresh.ts"
import { useMe, useSession } from "../use-session.tsx"

const WHOLE = 100

export function ReplayCard({ endpoint: { endpointId, vendorId } }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage()
  const { mayChange, vendors } = useMe()
  // An endpoint of the whole account has a replay for each vendor.
  const vendorOf = ({ vendorId: of }: Replay) =>
    vendorId === null ? (vendors.find(({ id }) => id === of)?.name ?? of) : null
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const { data, again } = useRead(listReplays, { params: { endpointId } })
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const running = data?.replays.some(({ endedAt }) => endedAt === null) ?? false
  useRefresh(again, running)
  const start = async () => {
    const body = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    if (await request(() => client.call(startReplay, { params: { endpointId }, body }))) await again()
  }
  return (
    <section className="card" style={{ padding: "12px 16px" }} aria-label={t("replay.title")}>
      <Title order={2} size="h4">
        {t("replay.title")}
      </Title>
      <Text c="dimmed">{t("replay.text")}</Text>
      {mayChange("developers", vendorId) && (
        <Group align="end" mt="xs">
          <TextInput
            type="datetime-local"
            label={t("replay.from")}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t("replay.to")}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button variant="light" loading={pending} disabled={from === "" || to === ""} onClick={() => void start()}>
            {t("replay.start")}
          </Button>
        </Group>
      )}
      <Fault answer={error} />
      {data?.replays.map((replay) => (
        <ReplayLine key={replay.replayId} replay={replay} vendor={vendorOf(replay)} />
      ))}
    </section>
  )
}

function ReplayLine({ replay, vendor }: { replay: Replay; vendor: string | null }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { from, to, seen, total, queued, endedAt } = replay
  const label = [vendor, `${moment(from)} – ${moment(to)}`].filter(Boolean).join(" · ")
  return (
    <div data-replay={endedAt === null ? "running" : "ended"} style={{ marginTop: 8 }}>
      <Text size="sm">
        {label} · {t("replay.come", { seen, total, queued })}
        {endedAt && ` · ${t("replay.ended", { at: moment(endedAt) })}`}
      </Text>
      <Progress value={endedAt ? WHOLE : shareOf(seen, total)} aria-label={label} />
    </div>
  )
}

/** Progress in percent. New events may raise `seen` above `total`. */
function shareOf(seen: number, total: number): number {
  return total === 0 ? WHOLE : Math.min(WHOLE, Math.round((seen / total) * WHOLE))
}

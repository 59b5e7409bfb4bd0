/** One logged request with its answer. */
import { Button, Stack, Title } from "@mantine/core"
import { readRequest } from "../../../../protocol/http/admin/requests.ts"
import { Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type Route } from "../route.ts"
import { useRead } from "../use-read.ts"

/** `list`: the list's filter, for the way back. */
export function RequestView({ logId, list }: { logId: string; list: Route["query"] }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  const { data, error, again } = useRead(readRequest, { params: { logId } })
  const line = data?.request
  const about = line && [line.status, exact(line.at), `${line.durationMs} ms`, line.keyName, line.requestId]
  return (
    <Stack>
      <PageHead
        title={line ? `${line.method} ${line.path}` : t("nav.requests")}
        text={about ? about.filter(Boolean).join(" · ") : logId}
      >
        <Button component="a" href={hrefOf("requests", [], list)} variant="light">
          {t("requests.back")}
        </Button>
      </PageHead>
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data && <Side title={t("requests.asked")} text={data.asked} />}
      {data && <Side title={t("requests.answered")} text={data.answered} />}
    </Stack>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <section className="card" style={{ padding: 20 }}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <pre
        className="code"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        style={{ margin: 0, maxHeight: 480, overflow: "auto", whiteSpace: "pre-wrap" }}
      >
        {prettyJson(text)}
      </pre>
    </section>
  )
}

/** Formats JSON. A truncated text is returned unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

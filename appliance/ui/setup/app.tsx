/** The first boot of a box on a page: its claim code, what works and what to do about the rest, and two papers. */
import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { useCallback, useEffect, useState } from "react"
import { renderSVG } from "uqr"
import { createClient, type SuccessOf } from "../../../protocol/client/index.ts"
import { checkSetup, printSetup, readSetup } from "../../../protocol/http/setup.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import { Brand } from "../../../ui/brand.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { Loading, Trouble } from "../../../ui/states.tsx"
import { useAsk } from "../../../ui/use-ask.ts"
import { useLanguage } from "./language.ts"

const LOOK_EVERY_MS = 2_000
/** Every probe of the network ends within seconds. */
const CHECK_TIMEOUT_MS = 30_000

const client = createClient({ baseUrl: "", key: null })

type Setup = SuccessOf<typeof readSetup>["data"]

export function App() {
  const { t } = useLanguage()
  const setup = useSetup()
  return (
    <main className="setup">
      <Stack>
        <Group justify="space-between">
          <Brand />
          <LanguagePicker />
        </Group>
        <Title order={1}>{t("setup.title")}</Title>
        {setup === null ? (
          <Loading>{t("setup.checking")}</Loading>
        ) : (
          <>
            <Where setup={setup} />
            <Checks setup={setup} />
          </>
        )}
      </Stack>
    </main>
  )
}

/** Read every two seconds: a claim, a download and a printer change by themselves. */
function useSetup(): Setup | null {
  const [setup, setSetup] = useState<Setup | null>(null)
  useEffect(() => {
    const read = async () => {
      const answer = await client.call(readSetup, {})
      if (answer.ok) setSetup(answer.data)
    }
    void read()
    const timer = setInterval(read, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return setup
}

function Where({ setup: { claim, loading, storeName } }: { setup: Setup }) {
  const { t } = useLanguage()
  if (claim) return <Claim claim={claim} />
  if (loading) {
    return (
      <Alert role="status" title={t("setup.loading", loading)}>
        <progress value={loading.applied} max={Math.max(1, loading.head)} aria-label={t("setup.loading", loading)} />
      </Alert>
    )
  }
  if (storeName === null) return null
  return (
    <Paper p="md" withBorder role="status">
      <Title order={2} size="h4">
        {storeName}
      </Title>
      {t("setup.ready")} <a href="/manage">{t("setup.manage")}</a>
    </Paper>
  )
}

function Claim({ claim: { code, expiresAt, url } }: { claim: NonNullable<Setup["claim"]> }) {
  const { t, language } = useLanguage()
  const time = new Date(expiresAt).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
  return (
    <Paper p="md" withBorder>
      <Group justify="space-between" align="start">
        <Stack gap="xs" maw="26rem">
          <Title order={2} size="h4">
            {t("setup.claim")}
          </Title>
          <span className="setup-code">{`${code.slice(0, 4)} ${code.slice(4)}`}</span>
          <Text>{t("setup.claim.how")}</Text>
          <Text size="sm">{t("setup.claim.until", { time })}</Text>
          <Print what="claim" />
        </Stack>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing of our own address. */}
        <span className="setup-qr" role="img" aria-label={url} dangerouslySetInnerHTML={{ __html: renderSVG(url) }} />
      </Group>
    </Paper>
  )
}

function Print({ what }: { what: "claim" | "certificate" }) {
  const { t, language } = useLanguage()
  const { pending, trouble, ask } = useAsk()
  const [printed, setPrinted] = useState(false)
  const print = async () => {
    setPrinted(false)
    const answer = await ask(() =>
      client.call(printSetup, { body: { what, language } }, { timeoutMs: CHECK_TIMEOUT_MS }),
    )
    setPrinted(answer !== null)
  }
  return (
    <Stack gap="xs" align="start">
      <Button variant="default" loading={pending} onClick={print}>
        {t(what === "claim" ? "setup.print.claim" : "setup.print.certificate")}
      </Button>
      {printed && <Text role="status">{t("setup.printed")}</Text>}
      <Trouble answer={trouble} />
    </Stack>
  )
}

function Checks({ setup }: { setup: Setup }) {
  const { t } = useLanguage()
  const { pending, trouble, ask } = useAsk()
  const [checks, setChecks] = useState<readonly SetupCheck[]>(setup.checks)
  const look = useCallback(async () => {
    const answer = await ask(() => client.call(checkSetup, { body: {} }, { timeoutMs: CHECK_TIMEOUT_MS }))
    if (answer) setChecks(answer.data.checks)
  }, [ask])
  // Once by itself, and again when the box has got its store.
  const stage = setup.storeName ?? (setup.claim ? "claim" : "loading")
  useEffect(() => void (stage && look()), [stage, look])
  return (
    <section>
      <Title order={2} size="h4">
        {t("setup.checks")}
      </Title>
      <ul className="setup-checks" aria-busy={pending}>
        {checks.map(({ check, is, cause, facts }) => (
          <li key={check}>
            <b className={`setup-${is}`}>{t(`is.${is}`)}</b>
            <b>{t(`check.${check}`)}</b>
            <p>{t(`cause.${cause}`, facts)}</p>
          </li>
        ))}
      </ul>
      <Trouble answer={trouble} />
      <Group mt="md" align="start">
        <Button loading={pending} onClick={look}>
          {t(pending ? "setup.checking" : "setup.again")}
        </Button>
        <Print what="certificate" />
      </Group>
    </section>
  )
}

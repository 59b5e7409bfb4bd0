/** The page of a box's first boot: claim code, checks, and the steps of the installation once the box has its store. */
import { Alert, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useEffect, useState } from "react"
import { renderSVG } from "uqr"
import { createClient } from "../../../protocol/client/index.ts"
import { readSetup } from "../../../protocol/http/setup.ts"
import { Brand } from "../../../ui/brand.tsx"
import { PairForm, type Unpaired } from "../../../ui/device/pair-form.tsx"
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { StaffProvider } from "../../../ui/staff/staff.tsx"
import { Loading } from "../../../ui/states.tsx"
import { StateProvider } from "../manage/use-store-state.tsx"
import { Checks, type Setup } from "./checks.tsx"
import { Install } from "./install.tsx"
import { useLanguage } from "./language.ts"
import { Print } from "./print.tsx"

const LOOK_EVERY_MS = 2_000
const KINDS = ["manager"] as const

const client = createClient({ baseUrl: "", key: null })

export function App() {
  const { setup, isOtherName } = useSetup()
  if (isOtherName) return <OtherName />
  if (setup === null || setup.storeName === null) return <FirstPage setup={setup} />
  return (
    <PairedPage
      screen="manage"
      kinds={KINDS}
      storageKey="brasa.device.manage"
      unpaired={(asked) => (
        <FirstPage setup={setup}>
          <PairHere storeName={setup.storeName} {...asked} />
        </FirstPage>
      )}
    >
      <StaffProvider>
        <StateProvider>
          <Install setup={setup} />
        </StateProvider>
      </StaffProvider>
    </PairedPage>
  )
}

/** Shown before this screen is paired, to anybody in the store's network. */
function FirstPage({ setup, children }: { setup: Setup | null; children?: ReactNode }) {
  const { t } = useLanguage()
  return (
    <Frame>
      {setup === null ? (
        <Loading>{t("setup.checking")}</Loading>
      ) : (
        <>
          <Waiting setup={setup} />
          {children}
          {setup.open && <Checks setup={setup} />}
        </>
      )}
    </Frame>
  )
}

/** The box answers only under its addresses and its configured name. */
function OtherName() {
  const { t } = useLanguage()
  return (
    <Frame>
      <Alert role="alert" title={t("setup.name", { name: location.hostname })}>
        {t("setup.name.how")}
      </Alert>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <main className="setup">
      <Stack>
        <Group justify="space-between">
          <Brand />
          <LanguagePicker />
        </Group>
        <Title order={1}>{t("setup.title")}</Title>
        {children}
      </Stack>
    </main>
  )
}

interface Read {
  readonly setup: Setup | null
  /** This page was opened under a name that the box does not have. */
  readonly isOtherName: boolean
}

/** Reads every two seconds, because claim, download and printers change by themselves. */
function useSetup(): Read {
  const [read, setRead] = useState<Read>({ setup: null, isOtherName: false })
  useEffect(() => {
    const look = async () => {
      const answer = await client.call(readSetup, {})
      if (answer.ok) setRead({ setup: answer.data, isOtherName: false })
      else if (!answer.offline && answer.refused === "FORBIDDEN") setRead({ setup: null, isOtherName: true })
    }
    void look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return read
}

function Waiting({ setup: { claim, loading } }: { setup: Setup }) {
  const { t } = useLanguage()
  if (claim) return <Claim claim={claim} />
  if (!loading) return null
  return (
    <Alert role="status" title={t("setup.loading", loading)}>
      <progress value={loading.applied} max={Math.max(1, loading.head)} aria-label={t("setup.loading", loading)} />
    </Alert>
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

interface PairHereProps extends Unpaired {
  readonly storeName: string | null
}

/** Pairs this screen as the first manager's screen, with the code on the printed certificate. */
function PairHere({ storeName, ...asked }: PairHereProps) {
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

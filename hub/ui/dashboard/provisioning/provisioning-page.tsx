/** Checks a provisioning file, shows what it would change, and applies it. A file with faults changes nothing. */
import { Alert, Button, FileButton, Loader, Stack, Text, Title } from "@mantine/core"
import { useEffect, useState } from "react"
import {
  type Applied,
  applyFile,
  checkFile,
  type FileFault,
  type KindChanges,
  type Preview,
  readRun,
} from "../../../../protocol/http/admin/provisioning.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { useSession } from "../use-session.tsx"
import { SecretDialog } from "../webhooks/secret-dialog.tsx"

/** The hub needs minutes for the file of a large chain. */
const TIMEOUT = { timeoutMs: 300_000 }
const POLL_EVERY_MS = 500
/** `String.fromCharCode` takes a limited number of arguments. */
const CHUNK_BYTES = 32_768

export function ProvisioningPage() {
  const { t } = useLanguage()
  const { file, preview, applied, runId, pending, error, choose, apply } = useProvisioning()
  const faults = preview?.faults ?? applied?.faults ?? []
  return (
    <Stack>
      <PageHead title={t("nav.provisioning")} text={t("file.text")}>
        <FileButton accept="application/json,.json" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button {...props} loading={pending}>
              {t("file.choose")}
            </Button>
          )}
        </FileButton>
      </PageHead>
      {file && (
        <Title order={2} size="h3">
          {file.name}
        </Title>
      )}
      <Fault answer={error} />
      {runId && <Running runId={runId} />}
      {faults.length > 0 && <Faults faults={faults} />}
      {preview && faults.length === 0 && <Changes kinds={preview.kinds} />}
      {preview && faults.length === 0 && preview.kinds.length > 0 && (
        <Button loading={pending} onClick={() => void apply()}>
          {t("file.apply")}
        </Button>
      )}
      {applied && applied.faults.length === 0 && (
        <Alert color="good" variant="light" icon={<Icon name="check" />} role="status">
          {t("file.done", { n: applied.changes, stores: applied.notified })}
        </Alert>
      )}
      {applied && <Secrets key={applied.runId} applied={applied} />}
    </Stack>
  )
}

/** The chosen file, what the hub found in it, and what the hub did with it. */
function useProvisioning() {
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const [file, setFile] = useState<{ name: string; gzip: string } | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [applied, setApplied] = useState<(Applied & { runId: string }) | null>(null)
  const [runId, setRunId] = useState<string | null>(null)
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    const gzip = await gzipBase64(await chosen.text())
    setFile({ name: chosen.name, gzip })
    setPreview(null)
    setApplied(null)
    const checked = await request(() => client.call(checkFile, { body: { gzip } }, TIMEOUT))
    if (checked) setPreview(checked.data)
  }
  const apply = async () => {
    if (!file) return
    const run = makeUuid()
    setRunId(run)
    const options = { params: { runId: run }, body: { gzip: file.gzip } }
    const done = await request(() => client.call(applyFile, options, TIMEOUT))
    setRunId(null)
    if (!done) return
    setApplied({ ...done.data, runId: run })
    setPreview(null)
  }
  return { file, preview, applied, runId, pending, error, choose, apply }
}

async function gzipBase64(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ""
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  }
  return btoa(binary)
}

/** Generated secrets are shown once. */
function Secrets({ applied: { secrets } }: { applied: Applied }) {
  const [isClosed, setClosed] = useState(false)
  return secrets.length > 0 && !isClosed ? <SecretDialog secrets={secrets} onClose={() => setClosed(true)} /> : null
}

function Running({ runId }: { runId: string }) {
  const { t } = useLanguage()
  const { client } = useSession()
  const [line, setLine] = useState("")
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await client.call(readRun, { params: { runId } })
      if (answer.ok) setLine(answer.data.lines.at(-1) ?? "")
    }, POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, runId])
  return (
    <Alert color="ember" variant="light" icon={<Loader size="sm" />} role="status" title={t("file.running")}>
      {line}
    </Alert>
  )
}

function Faults({ faults }: { faults: readonly FileFault[] }) {
  const { t } = useLanguage()
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} role="alert" title={t("file.bad")}>
      <table className="list">
        <tbody>
          {faults.map(({ path, line, message }) => (
            <tr key={`${path} ${message}`}>
              <td>{line === null ? "" : t("file.line", { n: line })}</td>
              <td className="code">{path}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  )
}

function Changes({ kinds }: { kinds: readonly KindChanges[] }) {
  const { t, keyOf } = useLanguage()
  if (kinds.length === 0) return <Text role="status">{t("file.same")}</Text>
  return (
    <>
      {kinds.map(({ kind, added, changed, removed, rows }) => {
        const key = keyOf(`file.kind.${kind}`)
        const shown = rows.length
        const rest = added + changed + removed - shown
        return (
          <section key={kind} className="card" style={{ padding: "12px 16px" }} data-kind={kind}>
            <Title order={3} size="h4">
              {key ? t(key) : kind}
            </Title>
            <Text size="sm">{t("file.counts", { added, changed, removed })}</Text>
            <table className="list">
              <tbody>
                {rows.map(({ change, what, fields }) => (
                  <tr key={`${change} ${what}`}>
                    <td>{t(`file.${change}`)}</td>
                    <td>{what}</td>
                    <td className="code">{fields.join(", ")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {rest > 0 && <Text c="dimmed">{t("file.more", { n: rest })}</Text>}
          </section>
        )
      })}
    </>
  )
}

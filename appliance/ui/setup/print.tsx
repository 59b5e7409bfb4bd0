/** A button that prints one of the two setup documents, and its result. */
import { Button, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { createClient, type NoAnswer, type Refused, type SuccessOf } from "../../../protocol/client/index.ts"
import { certifySetup, printSetup } from "../../../protocol/http/setup.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { useLanguage } from "./language.ts"

/** Every probe of the network ends within seconds. */
const TIMEOUT = { timeoutMs: 30_000 } as const

const nobody = createClient({ baseUrl: "", key: null })

/** For a page without a key, until a manager's screen is paired. */
export function Print({ what }: { what: "claim" | "certificate" }) {
  const { t, language } = useLanguage()
  const send = () => nobody.call(printSetup, { body: { what, language } }, TIMEOUT)
  return <PrintButton label={t(what === "claim" ? "setup.print.claim" : "setup.print.certificate")} send={send} />
}

/** For this page after it was paired as a manager's screen. */
export function PrintCertificate() {
  const { t, language } = useLanguage()
  const { client } = useBox()
  const send = () => client.call(certifySetup, { body: { language } }, TIMEOUT)
  return <PrintButton label={t("setup.print.certificate")} send={send} />
}

interface PrintButtonProps {
  readonly label: string
  readonly send: () => Promise<SuccessOf<typeof printSetup> | Refused | NoAnswer>
}

function PrintButton({ label, send }: PrintButtonProps) {
  const { t } = useLanguage()
  const { pending, error, request } = useRequest()
  const [printed, setPrinted] = useState(false)
  const print = async () => {
    setPrinted(false)
    setPrinted((await request(send)) !== null)
  }
  return (
    <Stack gap="xs" align="start">
      <Button variant="default" loading={pending} onClick={print}>
        {label}
      </Button>
      {printed && <Text role="status">{t("setup.printed")}</Text>}
      <ErrorState answer={error} />
    </Stack>
  )
}

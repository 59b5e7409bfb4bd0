/** Searches printers on the store's network and at the box. They are set up in the box's configuration. */
import { Button, Text } from "@mantine/core"
import { useState } from "react"
import { findPrinters } from "../../../protocol/http/print-jobs.ts"
import type { FoundPrinter } from "../../../protocol/shapes/found-printer.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

/** Long enough to search a whole network. */
const TIMEOUT_MS = 30_000

export function FindPrinters() {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [found, setFound] = useState<readonly FoundPrinter[] | null>(null)
  const look = async () => {
    const answer = await request(() => client.call(findPrinters, { body: {} }, { timeoutMs: TIMEOUT_MS }))
    if (answer) setFound(answer.data.printers)
  }
  return (
    <Card title={t("findPrinters.title")}>
      <Text>{t("findPrinters.text")}</Text>
      <Button variant="default" loading={pending} onClick={look}>
        {t(pending ? "findPrinters.looking" : "findPrinters.look")}
      </Button>
      <ErrorState answer={error} />
      {found?.length === 0 && <p role="status">{t("findPrinters.none")}</p>}
      {found && found.length > 0 && (
        <>
          <ul className="rows rows-tall">
            {found.map(({ spec, known, model }) => (
              <li key={spec}>
                <b>{model ?? t("findPrinters.unnamed")}</b>
                <code>{spec}</code>
                <span>{t(known ? "findPrinters.known" : "findPrinters.new")}</span>
              </li>
            ))}
          </ul>
          {found.some(({ known }) => !known) && <Text size="sm">{t("findPrinters.add")}</Text>}
        </>
      )}
    </Card>
  )
}

/** The payment link of a saved sale as a QR code, and its result as soon as the box hears it. */
import { Button, Loader, Stack, Text } from "@mantine/core"
import { useEffect, useMemo } from "react"
import { renderSVG } from "uqr"
import { Icon } from "../kit/icons.tsx"
import { useLanguage } from "../kit/language.tsx"
import { type LinkView, useLink } from "./use-link.ts"

interface LinkPanelProps {
  readonly orderId: string
  readonly method: string
  readonly onPaid: () => void
}

export function LinkPanel({ orderId, method, onPaid }: LinkPanelProps) {
  const view = useLink(orderId, method)
  const paid = view.standing?.paid === true
  useEffect(() => {
    if (paid) onPaid()
  }, [paid, onPaid])
  return (
    <div className="pay-link" role="status" aria-live="polite">
      <Standing view={view} />
    </div>
  )
}

function Standing({ view: { standing, trouble, again } }: { view: LinkView }) {
  const { t } = useLanguage()
  if (standing?.paid) {
    return (
      <Text size="xl" fw={700} c="good">
        <Icon name="check" size={26} /> {t("link.paid")}
      </Text>
    )
  }
  if (standing?.link) return <Code link={standing.link} />
  const why = trouble ?? standing?.fault ?? null
  if (why === null) {
    return (
      <Stack align="center">
        <Loader />
        <Text>{t("link.asking")}</Text>
      </Stack>
    )
  }
  return (
    <Stack align="center">
      <Text role="alert">{trouble ? t("link.offline") : t("link.failed", { why })}</Text>
      <Button variant="default" onClick={again}>
        {t("common.retry")}
      </Button>
    </Stack>
  )
}

function Code({ link }: { link: string }) {
  const { t } = useLanguage()
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`, [link])
  return (
    <Stack align="center" gap="xs">
      <img src={picture} width={260} height={260} alt={t("link.scan")} data-link={link} />
      <Text size="lg">{t("link.scan")}</Text>
      <Text c="dimmed">{t("link.waiting")}</Text>
    </Stack>
  )
}

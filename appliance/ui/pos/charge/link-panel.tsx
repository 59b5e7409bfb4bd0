/** Shows the payment link of a saved sale as a QR code, then the payment's result. */
import { Button, Group, Loader, Stack, Text } from "@mantine/core"
import { useEffect, useMemo } from "react"
import { renderSVG } from "uqr"
import type { LinkEnd } from "../../../../protocol/http/register-charge.ts"
import { Icon, svgUrl } from "../../../../ui/icons.tsx"
import { useLanguage } from "../language.ts"
import { type LinkView, useLink } from "./use-link.ts"

interface LinkPanelProps {
  readonly orderId: string
  /** Formatted amount. */
  readonly total: string
  readonly method: string
  readonly onPaid: () => void
}

export function LinkPanel({ orderId, total, method, onPaid }: LinkPanelProps) {
  const view = useLink(orderId, method)
  const paid = view.charge?.paid === true
  useEffect(() => {
    if (paid) onPaid()
  }, [paid, onPaid])
  return (
    <div className="pay-link" role="status" aria-live="polite">
      <LinkState view={view} total={total} />
    </div>
  )
}

function LinkState({ view: { charge, error, again }, total }: { view: LinkView; total: string }) {
  const { t } = useLanguage()
  if (charge?.paid) {
    return (
      <span className="link-paid">
        <Icon name="check" size={26} /> {t("link.paid")}
      </span>
    )
  }
  if (charge?.link) return <Code link={charge.link} total={total} />
  if (error) return <LinkEnded why={t(error)} onAgain={again} />
  if (charge?.ended) {
    const { ended, fault } = charge
    const details = ended === "rejected" && fault ? t("link.said", { why: fault }) : null
    return (
      <LinkEnded why={t(`link.${ended}`)} details={details} onAgain={CAN_ASK_AGAIN.includes(ended) ? again : null} />
    )
  }
  return (
    <Stack align="center">
      <Loader />
      <Text>{t("link.asking")}</Text>
    </Stack>
  )
}

/** After these a new link can be requested. */
const CAN_ASK_AGAIN: readonly LinkEnd[] = ["rejected", "declined", "expired"]

interface LinkEndedProps {
  readonly why: string
  readonly details?: string | null
  readonly onAgain: (() => void) | null
}

function LinkEnded({ why, details = null, onAgain }: LinkEndedProps) {
  const { t } = useLanguage()
  return (
    <Stack align="center" gap="sm">
      <Text role="alert" size="lg" fw={600}>
        {why}
      </Text>
      {details && <Text c="dimmed">{details}</Text>}
      {onAgain && (
        <Button size="lg" variant="default" onClick={onAgain}>
          {t("link.again")}
        </Button>
      )}
    </Stack>
  )
}

function Code({ link, total }: { link: string; total: string }) {
  const { t } = useLanguage()
  const picture = useMemo(() => svgUrl(renderSVG(link, { border: 2 })), [link])
  return (
    <Stack align="center" gap="xs">
      <img src={picture} width={260} height={260} alt={t("link.scan", { total })} data-link={link} />
      <Text size="xl" fw={700}>
        {t("link.scan", { total })}
      </Text>
      <Group gap="xs">
        <Loader size="xs" /> <Text c="dimmed">{t("link.waiting")}</Text>
      </Group>
    </Stack>
  )
}

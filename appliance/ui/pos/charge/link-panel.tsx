/** The payment link of a saved sale as a QR code, and its result as soon as the box hears it. */
import { Button, Group, Loader, Stack, Text } from "@mantine/core"
import { useEffect, useMemo } from "react"
import { renderSVG } from "uqr"
import type { LinkEnd } from "../../../../protocol/http/register-charge.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { useLanguage } from "../language.ts"
import { type LinkView, useLink } from "./use-link.ts"

interface LinkPanelProps {
  readonly orderId: string
  /** As it is shown. */
  readonly total: string
  readonly method: string
  readonly onPaid: () => void
}

export function LinkPanel({ orderId, total, method, onPaid }: LinkPanelProps) {
  const view = useLink(orderId, method)
  const paid = view.standing?.paid === true
  useEffect(() => {
    if (paid) onPaid()
  }, [paid, onPaid])
  return (
    <div className="pay-link" role="status" aria-live="polite">
      <Standing view={view} total={total} />
    </div>
  )
}

function Standing({ view: { standing, trouble, again }, total }: { view: LinkView; total: string }) {
  const { t } = useLanguage()
  if (standing?.paid) {
    return (
      <span className="link-paid">
        <Icon name="check" size={26} /> {t("link.paid")}
      </span>
    )
  }
  if (standing?.link) return <Code link={standing.link} total={total} />
  if (trouble) return <Ended why={t(trouble)} onAgain={again} />
  if (standing?.ended) {
    const { ended, fault } = standing
    const said = ended === "rejected" && fault ? t("link.said", { why: fault }) : null
    return <Ended why={t(`link.${ended}`)} said={said} onAgain={CAN_ASK_AGAIN.includes(ended) ? again : null} />
  }
  return (
    <Stack align="center">
      <Loader />
      <Text>{t("link.asking")}</Text>
    </Stack>
  )
}

/** A charge that is closed takes no further link. */
const CAN_ASK_AGAIN: readonly LinkEnd[] = ["rejected", "declined", "expired"]

interface EndedProps {
  readonly why: string
  readonly said?: string | null
  readonly onAgain: (() => void) | null
}

function Ended({ why, said = null, onAgain }: EndedProps) {
  const { t } = useLanguage()
  return (
    <Stack align="center" gap="sm">
      <Text role="alert" size="lg" fw={600}>
        {why}
      </Text>
      {said && <Text c="dimmed">{said}</Text>}
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
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`, [link])
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

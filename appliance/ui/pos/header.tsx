/** The page's header: tabs, the cashier's name, and the register's settings. */
import { Button, Divider, Modal, Stack, Switch, Text, UnstyledButton } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { Brand } from "../../../ui/brand.tsx"
import { ColorPicker } from "../../../ui/color-picker.tsx"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { useAutoReceipt } from "./charge/use-auto-receipt.ts"
import { useLanguage } from "./language.ts"
import type { Today } from "./today.ts"

export const TABS = ["sell", "orders", "drawer", "day"] as const
export type Tab = (typeof TABS)[number]

interface HeadProps {
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  readonly today: Today
}

export function Head({ tab, onTab, today }: HeadProps) {
  const { t } = useLanguage()
  const [opened, settings] = useDisclosure()
  const waiting = today.openOrders.length
  return (
    <header className="head">
      <Brand />
      <nav className="tabs" aria-label={t("nav.label")}>
        {TABS.map((name) => (
          <UnstyledButton
            key={name}
            className="tab"
            aria-current={name === tab ? "page" : undefined}
            onClick={() => onTab(name)}
          >
            <Icon name={name satisfies IconName} />
            <span>{t(`nav.${name}`)}</span>
            {name === "orders" && waiting > 0 && <span className="count">{waiting}</span>}
          </UnstyledButton>
        ))}
      </nav>
      <UnstyledButton className="who" onClick={settings.open} aria-label={t("nav.settings")}>
        <Who today={today} />
        <Icon name="menu" />
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={settings.close}
        title={t("nav.settings")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Settings today={today} />
      </Modal>
    </header>
  )
}

/** The signed-in person, and the owner of the shift if that is somebody else. */
function Who({ today: { shift, store } }: { today: Today }) {
  const { t } = useLanguage()
  const { hasStaff, staff } = useStaff()
  const name = staff?.name ?? (hasStaff ? null : (shift?.operatorName ?? null))
  const others = shift && shift.operatorName !== name ? t("nav.drawerOf", { name: shift.operatorName }) : null
  return (
    <span className="who-text">
      <b>{name ?? store.name}</b>
      {(others || name !== null) && <small>{others ?? store.name}</small>}
    </span>
  )
}

function Settings({ today }: { today: Today }) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const { device, forgetDevice } = useBox()
  const [auto, setAuto] = useAutoReceipt()
  const { staff, leave } = useStaff()
  return (
    <Stack>
      <LanguagePicker />
      <ColorPicker />
      <Switch
        size="lg"
        label={t("settings.autoReceipt")}
        checked={auto}
        onChange={(event) => setAuto(event.currentTarget.checked)}
      />
      {staff && (
        <Button variant="default" onClick={() => void leave()}>
          {t("signIn.leave")} · {staff.name}
        </Button>
      )}
      <Divider />
      <Text size="sm" c="dimmed">
        {today.store.name} · {device.deviceId}
        {today.day && ` · ${date(today.day.businessDayDate)}`}
      </Text>
      <Text size="sm" c="dimmed">
        {t("settings.forgetHelp")}
      </Text>
      <ConfirmButton size="md" px="xs" variant="outline" disabled={today.shift !== null} onConfirm={forgetDevice}>
        {t("settings.forget")}
      </ConfirmButton>
    </Stack>
  )
}

/** Signed-in person, language, colour scheme, and unpairing this screen. */
import { Button, Divider, Modal, Stack, Text, UnstyledButton } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { ColorPicker } from "../../../ui/color-picker.tsx"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { useLanguage } from "./language.ts"

export function SettingsMenu() {
  const { t } = useLanguage()
  const [opened, menu] = useDisclosure()
  const { staff, leave } = useStaff()
  const { name } = useStore()
  return (
    <>
      <UnstyledButton className="who" onClick={menu.open} aria-label={t("manage.settings")}>
        <span className="who-text">
          <b>{staff?.name ?? name}</b>
          {staff && <small>{t(`role.${staff.role}`)}</small>}
        </span>
        <Icon name="menu" />
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={menu.close}
        title={t("manage.settings")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Stack>
          {staff && <Button onClick={leave}>{t("manage.signOut", { name: staff.name })}</Button>}
          <LanguagePicker />
          <ColorPicker />
          <Divider />
          <Pairing />
        </Stack>
      </Modal>
    </>
  )
}

function Pairing() {
  const { t } = useLanguage()
  const { device, forgetDevice } = useBox()
  return (
    <>
      <Text size="sm" c="dimmed">
        {device.store.name} · {device.deviceId}
      </Text>
      <ConfirmButton size="md" px="xs" variant="outline" onConfirm={forgetDevice}>
        {t("manage.forget")}
      </ConfirmButton>
    </>
  )
}

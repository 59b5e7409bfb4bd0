/** Steps of the installation on a manager's screen: printers, screens, staff, certificate. */
import { Button, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { Brand } from "../../../ui/brand.tsx"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { Loading } from "../../../ui/states.tsx"
import { DevicesScreen } from "../manage/devices-screen.tsx"
import { PrintersScreen } from "../manage/printers-screen.tsx"
import { SignIn } from "../manage/sign-in.tsx"
import { StaffScreen } from "../manage/staff-screen.tsx"
import { useStoreState } from "../manage/use-store-state.tsx"
import { ChecksOfManager, type Setup } from "./checks.tsx"
import { useLanguage } from "./language.ts"
import { PrintCertificate } from "./print.tsx"

const STEPS = ["printers", "screens", "people", "certificate"] as const
type Step = (typeof STEPS)[number]

interface StepProps {
  readonly step: Step
  readonly onStep: (step: Step) => void
}

/** Without staff the printed pairing code is enough. Once there is staff, a manager's PIN is needed, as on the manager's page. */
export function Install({ setup }: { setup: Setup }) {
  const { t } = useLanguage()
  const { hasStaff, staff } = useStaff()
  const { data } = useStoreState()
  const [step, setStep] = useState<Step>("printers")
  if (hasStaff && !staff) return <SignIn />
  if (hasStaff && staff?.role !== "manager") return <SignIn tooLow />
  if (hasStaff === null || !data) return <Loading>{t("setup.checking")}</Loading>
  return (
    <div className="page">
      <Head step={step} onStep={setStep} />
      <main className="body install">
        {step === "printers" && <PrintersScreen state={data} />}
        {step === "screens" && <DevicesScreen />}
        {step === "people" && <StaffScreen />}
        {step === "certificate" && <Certificate setup={setup} />}
        <Onward step={step} onStep={setStep} />
      </main>
    </div>
  )
}

function Head({ step, onStep }: StepProps) {
  const { t } = useLanguage()
  return (
    <header className="head">
      <Brand />
      <nav className="tabs" aria-label={t("setup.title")}>
        {STEPS.map((name, index) => (
          <UnstyledButton
            key={name}
            className="tab"
            aria-current={name === step ? "step" : undefined}
            onClick={() => onStep(name)}
          >
            {t("setup.step", { n: index + 1, step: t(`setup.step.${name}`) })}
          </UnstyledButton>
        ))}
      </nav>
      <LanguagePicker />
    </header>
  )
}

function Onward({ step, onStep }: StepProps) {
  const { t } = useLanguage()
  const at = STEPS.indexOf(step)
  const [before, after] = [STEPS[at - 1], STEPS[at + 1]]
  return (
    <Group className="install-onward" justify="space-between">
      {before ? (
        <Button variant="default" onClick={() => onStep(before)}>
          {t("setup.back")}
        </Button>
      ) : (
        <span />
      )}
      {after && <Button onClick={() => onStep(after)}>{t("setup.next", { step: t(`setup.step.${after}`) })}</Button>}
    </Group>
  )
}

function Certificate({ setup }: { setup: Setup }) {
  const { t } = useLanguage()
  const { forgetDevice } = useBox()
  return (
    <div className="column install-certificate">
      <Title order={1} size="h2">
        {t("setup.certificate", { store: setup.storeName ?? "" })}
      </Title>
      <Text>
        {setup.lanUrl} · Brasa {setup.version}
      </Text>
      <ChecksOfManager setup={setup}>
        <PrintCertificate />
      </ChecksOfManager>
      <Stack align="start">
        <Title order={2} size="h4">
          {t("setup.leave")}
        </Title>
        <Text>{t("setup.leave.text")}</Text>
        <Group>
          <Button component="a" href="/manage">
            {t("setup.manage")}
          </Button>
          <ConfirmButton variant="outline" onConfirm={forgetDevice}>
            {t("manage.forget")}
          </ConfirmButton>
        </Group>
      </Stack>
    </div>
  )
}

/** The frame of the manager's page: signed-in person, tabs, and what needs attention. */
import { UnstyledButton } from "@mantine/core"
import { useEffect, useRef } from "react"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { Brand } from "../../../ui/brand.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { CloseScreen } from "./close-screen.tsx"
import { DevicesScreen } from "./devices-screen.tsx"
import { useLanguage } from "./language.ts"
import { openCount } from "./open-items.ts"
import { OutageTestScreen } from "./outage-test-screen.tsx"
import { PrintJobsScreen } from "./print-jobs-screen.tsx"
import { PrintersScreen } from "./printers-screen.tsx"
import type { PartProps } from "./screen-props.ts"
import { SettingsMenu } from "./settings-menu.tsx"
import { SignIn } from "./sign-in.tsx"
import { StaffScreen } from "./staff-screen.tsx"
import { TAB_ICONS, TABS, type Tab, useTab } from "./tabs.ts"
import { TodayScreen } from "./today-screen.tsx"
import { useStoreState } from "./use-store-state.tsx"

export function ManageScreen() {
  const { t } = useLanguage()
  const { data, reachable, behind, error } = useStoreState()
  const { hasStaff, staff, reload } = useStaff()
  const refused = error && !error.offline ? error.refused : null
  // A request from before a sign-in may be refused afterwards, so the signed-in person is read again.
  useEffect(() => {
    if (refused === "STAFF_SIGN_IN_REQUIRED") void reload()
  }, [refused, reload])
  if (hasStaff === null) return <Waiting />
  if (hasStaff && !staff) return <SignIn />
  if (refused === "STAFF_ROLE_TOO_LOW") return <SignIn tooLow />
  if (!data) return <Waiting />
  return (
    <div className="page">
      <Frame state={data} />
      {!reachable && <Silent />}
      {reachable && (error || behind) && (
        <div className="note" role="status">
          {t("manage.missed")}
        </div>
      )}
    </div>
  )
}

function Frame({ state }: { state: StoreState }) {
  const { t } = useLanguage()
  const [tab, go] = useTab()
  const nav = useRef<HTMLElement>(null)
  // A telephone cannot show all tabs, so the current one is scrolled into view.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.clientWidth) / 2
  }, [tab])
  return (
    <>
      <header className="head">
        <Brand />
        <nav className="tabs" aria-label={t("manage.nav")} ref={nav}>
          {TABS.map((name) => (
            <TabButton key={name} name={name} current={name === tab} count={openCount(name, state)} onGo={go} />
          ))}
        </nav>
        <SettingsMenu />
      </header>
      <main className="body">
        <Part tab={tab} state={state} onTab={go} />
      </main>
    </>
  )
}

interface TabButtonProps {
  readonly name: Tab
  readonly current: boolean
  /** Number of open items on the tab. */
  readonly count: number
  readonly onGo: (tab: Tab) => void
}

function TabButton({ name, current, count, onGo }: TabButtonProps) {
  const { t } = useLanguage()
  return (
    <UnstyledButton
      className="tab"
      data-tab={name}
      aria-current={current ? "page" : undefined}
      onClick={() => onGo(name)}
    >
      <Icon name={TAB_ICONS[name]} />
      <span>{t(`tab.${name}`)}</span>
      {count > 0 && <span className="count">{count}</span>}
    </UnstyledButton>
  )
}

function Part({ tab, ...props }: PartProps & { readonly tab: Tab }) {
  switch (tab) {
    case "today":
      return <TodayScreen {...props} />
    case "devices":
      return <DevicesScreen />
    case "printers":
      return <PrintersScreen state={props.state} />
    case "spool":
      return <PrintJobsScreen state={props.state} />
    case "close":
      return <CloseScreen {...props} />
    case "staff":
      return <StaffScreen />
    case "outageTest":
      return <OutageTestScreen state={props.state} />
  }
}

function Waiting() {
  const { t } = useLanguage()
  const { reachable } = useStoreState()
  return (
    <main className="page">
      <Loading>{t(reachable ? "manage.loading" : "box.looking")}</Loading>
    </main>
  )
}

/** Warns that the page shows old data. It stays visible, because there is nothing newer. */
function Silent() {
  const { t } = useLanguage()
  const { time } = useFigures()
  const { answeredAt, error } = useStoreState()
  return (
    <div className="silent" role="alert">
      <b>{t("manage.asOf", { time: answeredAt ? time(answeredAt) : "—" })}</b>
      <ErrorState answer={error} />
    </div>
  )
}

/** The dashboard's frame: navigation, vendor picker, signed-in user, and the current page. */
import { Button, NativeSelect, Text } from "@mantine/core"
import { type ComponentType, useEffect, useRef, useState } from "react"
import { signOut } from "../../../protocol/http/admin/session.ts"
import { Brand } from "../../../ui/brand.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty, Loading } from "../../../ui/states.tsx"
import { useLanguage } from "./language.ts"
import { PAGES, type PageEntry, pageOf, SECTIONS } from "./pages.ts"
import { hrefOf, type PageProps, type Route } from "./route.ts"
import { useMe, useSession } from "./use-session.tsx"

export function Frame({ route }: { route: Route }) {
  const { may } = useMe()
  const page = route.page === "" ? (PAGES.find(({ who }) => may(who)) ?? null) : pageOf(route.page)
  useTopOf(`${page?.id} ${route.path.join("/")}`)
  return (
    <div className="dash">
      <header className="dash-head">
        <Brand />
        <VendorPicker />
        <Who />
      </header>
      <Nav current={page?.id ?? null} />
      <main className="dash-body" id="content">
        <Shown page={page} route={route} />
      </main>
    </div>
  )
}

/** Scrolls to the top on another page, but not for another filter of the same page. */
function useTopOf(place: string): void {
  useEffect(() => {
    if (place) window.scrollTo(0, 0)
  }, [place])
}

function Shown({ page, route }: { page: PageEntry | null; route: Route }) {
  const { t } = useLanguage()
  const { may, wholeAccount } = useMe()
  if (!page) return <Empty icon="search" title={t("frame.noPage")} />
  if (!may(page.who)) return <NoRight />
  if (page.ofAccount && !wholeAccount) return <Empty icon="alert" title={t("frame.ofAccount")} />
  // The key makes sure that a page does not inherit another page's state.
  return <LoadedPage key={page.id} page={page} route={route} />
}

/** Shown if the user's role may not see the page. */
function NoRight() {
  const { t } = useLanguage()
  const { role } = useMe()
  return (
    <Empty icon="alert" title={t("frame.noRight")}>
      {t("frame.askOwner", { role: t(`role.${role}`) })}
    </Empty>
  )
}

function LoadedPage({ page, route }: { page: PageEntry; route: Route }) {
  const { t } = useLanguage()
  const [Page, setPage] = useState<ComponentType<PageProps> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    page.load().then(
      (loaded) => setPage(() => loaded),
      () => setFailed(true),
    )
  }, [page])
  if (failed) {
    // After an update of the hub the old files are gone, so the whole page is reloaded.
    const action = { label: t("common.retry"), onClick: () => location.reload() }
    return <Empty icon="alert" title={t("frame.notLoaded")} action={action} />
  }
  return Page ? <Page route={route} /> : <Loading>{t("frame.loading")}</Loading>
}

function Nav({ current }: { current: string | null }) {
  const { t } = useLanguage()
  const { may, wholeAccount } = useMe()
  const opens = (page: PageEntry) => may(page.who) && (wholeAccount || !page.ofAccount)
  const nav = useRef<HTMLElement>(null)
  // On a phone the navigation scrolls sideways, so the current entry is scrolled into the middle.
  useEffect(() => {
    const here = current === null ? null : nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.clientWidth) / 2
  }, [current])
  return (
    <nav className="dash-nav" aria-label={t("frame.nav")} ref={nav}>
      {SECTIONS.map((section) => {
        const pages = PAGES.filter((page) => page.section === section && opens(page))
        if (pages.length === 0) return null
        return (
          <div key={section}>
            <Text className="dash-section">{t(`section.${section}`)}</Text>
            <ul>
              {pages.map(({ id, label, icon }) => (
                <li key={id}>
                  <a href={hrefOf(id)} aria-current={id === current ? "page" : undefined}>
                    <Icon name={icon} size={18} />
                    {t(label)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function VendorPicker() {
  const { t } = useLanguage()
  const { vendors } = useMe()
  const { vendorId, pickVendor } = useSession()
  if (vendors.length < 2) return <Text className="dash-vendor">{vendors[0]?.name}</Text>
  return (
    <NativeSelect
      className="dash-vendor"
      aria-label={t("frame.vendor")}
      value={vendorId ?? ""}
      data={[
        { value: "", label: t("frame.allVendors") },
        ...vendors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => pickVendor(event.currentTarget.value || null)}
    />
  )
}

function Who() {
  const { t } = useLanguage()
  const { name, email, role, account } = useMe()
  const { client, setMe } = useSession()
  const leave = async () => {
    const answer = await client.call(signOut, {})
    if (answer.ok) setMe(null)
  }
  return (
    <div className="dash-who">
      <a href={hrefOf("account")} className="dash-name">
        {name || email}
        <Text size="xs" c="dimmed">
          {account.name} · {t(`role.${role}`)}
        </Text>
      </a>
      <Button variant="subtle" size="sm" onClick={() => void leave()}>
        {t("frame.signOut")}
      </Button>
    </div>
  )
}

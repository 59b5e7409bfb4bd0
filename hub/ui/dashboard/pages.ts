/** The dashboard's pages: place in the navigation, who may see each, and its file, which is loaded when the page is opened. */
import type { ComponentType } from "react"
import type { UserGroup } from "../../../protocol/rules/users/user-roles.ts"
import type { IconName } from "../../../ui/icons.tsx"
import type { MessageKey } from "./messages/index.ts"
import type { PageProps } from "./route.ts"

type PageSection = "stores" | "sales" | "developers" | "account"

export interface PageEntry {
  /** In the page's address: `#/people`. */
  readonly id: string
  readonly section: PageSection
  readonly label: MessageKey
  readonly icon: IconName
  /** Users who may see it. Others do not have it in their navigation. */
  readonly who: UserGroup
  /** Not for users who are limited to some vendors. */
  readonly ofAccount?: true
  readonly load: () => Promise<ComponentType<PageProps>>
}

/** The start page is the first one that a user may see. */
export const PAGES: readonly PageEntry[] = [
  {
    id: "stores",
    section: "stores",
    label: "nav.stores",
    icon: "sell",
    who: "everybody",
    load: async () => (await import("./stores/stores-page.tsx")).StoresPage,
  },
  {
    id: "boxes",
    section: "stores",
    label: "nav.boxes",
    icon: "plus",
    who: "operations",
    load: async () => (await import("./boxes/boxes-page.tsx")).BoxesPage,
  },
  {
    id: "updates",
    section: "stores",
    label: "nav.updates",
    icon: "up",
    who: "everybody",
    load: async () => (await import("./updates/updates-page.tsx")).UpdatesPage,
  },
  {
    id: "totals",
    section: "sales",
    label: "nav.totals",
    icon: "orders",
    who: "everybody",
    load: async () => (await import("./totals/totals-page.tsx")).TotalsPage,
  },
  {
    id: "cash",
    section: "sales",
    label: "nav.cash",
    icon: "cash",
    who: "everybody",
    load: async () => (await import("./cash/cash-page.tsx")).CashPage,
  },
  {
    id: "attention",
    section: "stores",
    label: "nav.attention",
    icon: "alert",
    who: "everybody",
    load: async () => (await import("./action-items/action-items-page.tsx")).ActionItemsPage,
  },
  {
    id: "orders",
    section: "sales",
    label: "nav.orders",
    icon: "search",
    who: "everybody",
    load: async () => (await import("./orders/orders-page.tsx")).OrdersPage,
  },
  {
    id: "requests",
    section: "developers",
    label: "nav.requests",
    icon: "menu",
    who: "hands",
    load: async () => (await import("./requests/requests-page.tsx")).RequestsPage,
  },
  {
    id: "webhooks",
    section: "developers",
    label: "nav.webhooks",
    icon: "up",
    who: "everybody",
    load: async () => (await import("./webhooks/webhooks-page.tsx")).WebhooksPage,
  },
  {
    id: "events",
    section: "developers",
    label: "nav.events",
    icon: "orders",
    who: "everybody",
    load: async () => (await import("./webhooks/events-page.tsx")).EventsPage,
  },
  {
    id: "keys",
    section: "developers",
    label: "nav.keys",
    icon: "card",
    who: "everybody",
    load: async () => (await import("./keys/keys-page.tsx")).KeysPage,
  },
  {
    id: "menus",
    section: "stores",
    label: "nav.menus",
    icon: "menu",
    who: "everybody",
    load: async () => (await import("./menus/menus-page.tsx")).MenusPage,
  },
  {
    id: "methods",
    section: "stores",
    label: "nav.methods",
    icon: "cash",
    who: "everybody",
    load: async () => (await import("./methods/methods-page.tsx")).MethodsPage,
  },
  {
    id: "provisioning",
    section: "developers",
    label: "nav.provisioning",
    icon: "plus",
    who: "owners",
    ofAccount: true,
    load: async () => (await import("./provisioning/provisioning-page.tsx")).ProvisioningPage,
  },
  {
    id: "account",
    section: "account",
    label: "nav.account",
    icon: "edit",
    who: "everybody",
    load: async () => (await import("./account/account-page.tsx")).AccountPage,
  },
  {
    id: "people",
    section: "account",
    label: "nav.people",
    icon: "menu",
    who: "owners",
    load: async () => (await import("./users/users-page.tsx")).UsersPage,
  },
  {
    id: "audit",
    section: "account",
    label: "nav.audit",
    icon: "orders",
    who: "owners",
    load: async () => (await import("./audit/audit-page.tsx")).AuditPage,
  },
]

export const SECTIONS: readonly PageSection[] = ["stores", "sales", "developers", "account"]

export function pageOf(id: string): PageEntry | null {
  return PAGES.find((page) => page.id === id) ?? null
}

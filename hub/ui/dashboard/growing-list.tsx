/** A list that is loaded page by page, with its loading, empty and error states. */
import { Button } from "@mantine/core"
import type { ReactNode } from "react"
import { Loading } from "../../../ui/states.tsx"
import { Fault } from "./fault.tsx"
import { useLanguage } from "./language.ts"
import type { ReadList } from "./use-read.ts"

interface ListedProps<Item> {
  readonly list: ReadList<Item>
  /** Shown if the list is empty. */
  readonly none: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

export function GrowingList<Item>({ list, none, children }: ListedProps<Item>) {
  const { t } = useLanguage()
  const { items, error, again } = list
  return (
    <>
      <Fault answer={error} onAgain={() => void again()} />
      {!items && !error && <Loading>{t("frame.reading")}</Loading>}
      {items?.length === 0 && none}
      {items && items.length > 0 && children(items)}
      <More list={list} />
    </>
  )
}

/** A button that loads the next page; nothing at the end of the list. */
export function More({ list: { more } }: { list: Pick<ReadList<unknown>, "more"> }) {
  const { t } = useLanguage()
  if (!more) return null
  return (
    <Button variant="light" onClick={() => void more()}>
      {t("frame.more")}
    </Button>
  )
}

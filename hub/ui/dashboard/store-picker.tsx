/** Picks a store, found by a part of its name or code. */
import { Group, NativeSelect, TextInput } from "@mantine/core"
import { useState } from "react"
import { listStoreChoices } from "../../../protocol/http/admin/store-choices.ts"
import { Fault } from "./fault.tsx"
import { useLanguage } from "./language.ts"
import { useReadList } from "./use-read.ts"
import { useSession } from "./use-session.tsx"

interface StorePickerProps {
  readonly label: string
  /** Empty if none is picked. */
  readonly storeId: string
  readonly onPick: (storeId: string) => void
}

/** Further stores must be searched by name. */
const SHOWN_MAX = 50

export function StorePicker({ label, storeId, onPick }: StorePickerProps) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const [typed, setTyped] = useState("")
  const search = typed.trim()
  const query = { size: SHOWN_MAX, ...(vendorId && { vendorId }), ...(search && { search }) }
  const { items, error, again } = useReadList(listStoreChoices, { query })
  const choices = (items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code ?? "–"} · ${name}` }))
  const isListed = choices.some(({ value }) => value === storeId)
  return (
    <>
      <Group align="end">
        <TextInput
          type="search"
          label={t("stores.search")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label={label}
          value={storeId}
          data={[...(isListed ? [] : [{ value: storeId, label: "–" }]), ...choices]}
          onChange={(event) => onPick(event.currentTarget.value)}
        />
      </Group>
      <Fault answer={error} onAgain={() => void again()} />
    </>
  )
}

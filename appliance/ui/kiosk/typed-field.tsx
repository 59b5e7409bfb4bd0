/** A field with an on-screen keyboard. A kiosk has no keyboard, and the system's would cover half of the page. */
import "./typed-field.css"
import { TextInput, UnstyledButton } from "@mantine/core"
import { useEffect, useId, useRef, useState } from "react"
import { Icon } from "../../../ui/icons.tsx"
import { type KeySet, keyRows, typeKey } from "./keys.ts"
import { useLanguage } from "./language.ts"

interface TypedFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly keys?: KeySet
  readonly error?: string | null
  readonly onChange: (value: string) => void
}

export function TypedField({ label, value, maxLength, keys = "text", error = null, onChange }: TypedFieldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches whether the focus leaves field and keys together
    <div
      className="typed"
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <TextInput
        id={id}
        size="xl"
        label={label}
        value={value}
        maxLength={maxLength}
        error={error}
        inputMode="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {open && <Keys keys={keys} onKey={(key) => onChange(typeKey(value, key, { set: keys, maxLength }))} />}
    </div>
  )
}

function Keys({ keys, onKey }: { keys: KeySet; onKey: (key: string) => void }) {
  const { t, language } = useLanguage()
  const board = useRef<HTMLDivElement>(null)
  // With large letters or the page lowered, the keyboard could open below the visible part.
  useEffect(() => {
    // Braces, because new browsers return a promise and React would take it for a cleanup.
    board.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div className="keys" data-set={keys} ref={board}>
      {keyRows(keys, language).map((row) => (
        <div key={row.join("")} className="keys-row">
          {row.map((key) => (
            <UnstyledButton
              key={key}
              className="key"
              data-wide={key.length > 1}
              aria-label={key === "erase" ? t("common.erase") : undefined}
              // The field keeps the focus, so that a connected keyboard still works.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onKey(key)}
            >
              <KeyLabel name={key} />
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  )
}

function KeyLabel({ name }: { name: string }) {
  const { t } = useLanguage()
  if (name === "erase") return <Icon name="erase" />
  return name === "space" ? t("keys.space") : name
}

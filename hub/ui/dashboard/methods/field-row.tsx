/** One field of a method: its value on each level, and setting it there. */
import { Button, Group, PasswordInput, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import {
  type GivenValue,
  type MethodField,
  type StoreMethodsView,
  setMethodValue,
} from "../../../../protocol/http/admin/methods.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../session.tsx"

interface FieldRowProps {
  readonly field: MethodField
  readonly methodId: string
  readonly storeId: string
  readonly onChanged: (view: StoreMethodsView) => void
}

export function FieldRow(props: FieldRowProps) {
  const { t } = useLanguage()
  const { field } = props
  return (
    <tr data-field={field.key}>
      <td>
        <b>{field.label}</b>
        <div className="code">{field.key}</div>
        {field.required && <small>{t("methods.required")}</small>}
      </td>
      <td>
        {field.given.map((given) => (
          <Given key={`${given.level} ${given.deviceType} ${given.deviceId}`} given={given} {...props} />
        ))}
      </td>
      <td>{field.missing ? <b>{t("methods.isMissing")}</b> : field.from ? t(`methods.level.${field.from}`) : "–"}</td>
    </tr>
  )
}

function Given({ given, field, methodId, storeId, onChanged }: FieldRowProps & { given: GivenValue }) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { client } = useSession()
  const { pending, trouble, ask } = useRequest()
  const [typed, setTyped] = useState<string | null>(null)
  const { level, deviceType, deviceId, isSet } = given
  const label = `${t(`methods.level.${level}`)}${deviceId ? ` ${deviceType} ${deviceId}` : ""}`
  const set = async (value: string | null) => {
    const where = { ...(deviceType && { deviceType }), ...(deviceId && { deviceId }) }
    const body = { storeId, key: field.key, level, ...where, value }
    const done = await ask(() => client.call(setMethodValue, { params: { methodId }, body }))
    if (!done) return
    setTyped(null)
    onChanged(done.data)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed) void set(typed)
  }
  const Input = field.secret ? PasswordInput : TextInput
  const told = field.secret ? t(isSet ? "methods.set" : "methods.unset") : (given.value ?? t("methods.unset"))
  if (typed === null) {
    return (
      <Group gap="xs">
        <span>
          {label}: <b>{told}</b>
        </span>
        {may("hands") && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setTyped("")}
            aria-label={`${t("methods.change")} ${field.label}, ${label}`}
          >
            {t("methods.change")}
          </Button>
        )}
      </Group>
    )
  }
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="end">
        <Input
          label={label}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={pending} disabled={typed === ""}>
          {t("hooks.save")}
        </Button>
        {isSet && (
          <Button size="sm" variant="light" loading={pending} onClick={() => void set(null)}>
            {t("methods.remove")}
          </Button>
        )}
        <Button size="sm" variant="subtle" onClick={() => setTyped(null)}>
          {t("common.close")}
        </Button>
      </Group>
      <Fault answer={trouble} />
    </form>
  )
}

/** One field of a payment method: its value on each level, with a form to set or remove it. */
import { Button, Group, PasswordInput, TextInput } from "@mantine/core"
import { type ComponentProps, type FormEvent, useState } from "react"
import {
  type MethodField,
  type MethodValue,
  type StoreMethodsView,
  setMethodValue,
} from "../../../../protocol/http/admin/methods.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../use-session.tsx"

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
          <LevelValue key={`${given.level} ${given.deviceType} ${given.deviceId}`} given={given} {...props} />
        ))}
      </td>
      <td>{field.missing ? <b>{t("methods.isMissing")}</b> : field.from ? t(`methods.level.${field.from}`) : "–"}</td>
    </tr>
  )
}

type LevelValueProps = FieldRowProps & { readonly given: MethodValue }

function LevelValue({ given, field, methodId, storeId, onChanged }: LevelValueProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const [isEditing, setEditing] = useState(false)
  const { level, deviceType, deviceId } = given
  const label = `${t(`methods.level.${level}`)}${deviceId ? ` ${deviceType} ${deviceId}` : ""}`
  const setValue = async (value: string | null) => {
    const device = { ...(deviceType && { deviceType }), ...(deviceId && { deviceId }) }
    const body = { storeId, key: field.key, level, ...device, value }
    const done = await request(() => client.call(setMethodValue, { params: { methodId }, body }))
    if (!done) return
    setEditing(false)
    onChanged(done.data)
  }
  if (!isEditing) return <ShownValue field={field} given={given} label={label} onEdit={() => setEditing(true)} />
  return (
    <ValueForm
      label={label}
      secret={field.secret}
      isSet={given.isSet}
      pending={pending}
      error={error}
      onSave={(value) => void setValue(value)}
      onClose={() => setEditing(false)}
    />
  )
}

interface ShownValueProps {
  readonly field: MethodField
  readonly given: MethodValue
  readonly label: string
  readonly onEdit: () => void
}

function ShownValue({ field, given, label, onEdit }: ShownValueProps) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { isSet, value } = given
  return (
    <Group gap="xs">
      <span>
        {label}: <b>{field.secret ? t(isSet ? "methods.set" : "methods.unset") : (value ?? t("methods.unset"))}</b>
      </span>
      {may("hands") && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onEdit}
          aria-label={`${t("methods.change")} ${field.label}, ${label}`}
        >
          {t("methods.change")}
        </Button>
      )}
    </Group>
  )
}

interface ValueFormProps {
  readonly label: string
  readonly secret: boolean
  readonly isSet: boolean
  readonly pending: boolean
  readonly error: ComponentProps<typeof Fault>["answer"]
  /** Null removes the value. */
  readonly onSave: (value: string | null) => void
  readonly onClose: () => void
}

function ValueForm({ label, secret, isSet, pending, error, onSave, onClose }: ValueFormProps) {
  const { t } = useLanguage()
  const [value, setValue] = useState("")
  const Input = secret ? PasswordInput : TextInput
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value) onSave(value)
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end">
        <Input
          label={label}
          autoComplete="off"
          data-autofocus
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={pending} disabled={value === ""}>
          {t("webhooks.save")}
        </Button>
        {isSet && (
          <Button size="sm" variant="light" loading={pending} onClick={() => onSave(null)}>
            {t("methods.remove")}
          </Button>
        )}
        <Button size="sm" variant="subtle" onClick={onClose}>
          {t("common.close")}
        </Button>
      </Group>
      <Fault answer={error} />
    </form>
  )
}

/** If the box refuses a request because the role is too low, asks for a PIN of somebody with the role and sends it again. */
import { Modal, Stack, Text } from "@mantine/core"
import { type ReactNode, useMemo, useRef, useState } from "react"
import type { Client, NoAnswer, Refused } from "../../protocol/client/index.ts"
import { signIn } from "../../protocol/http/staff.ts"
import { reaches, STAFF_ROLES, type StaffRole } from "../../protocol/rules/users/staff-roles.ts"
import { BoxOverride, useBox } from "../device/box.tsx"
import { useLanguage } from "../language.tsx"
import { PinForm } from "./pin-form.tsx"
import { useStaff } from "./staff.tsx"

const HEADER = "x-authoriser-token"
/** Above other dialogs, because requests are made from within them. */
const OVER_DIALOGS = 400
const ROLE_TOO_LOW = "STAFF_ROLE_TOO_LOW"
const NOT_SIGNED_IN = "STAFF_SIGN_IN_REQUIRED"

/** Called with whether somebody authorised the request. */
type Finish = (isAuthorised: boolean) => void

interface Waiting {
  readonly finish: Finish
  /** The refusal; its data names the role that is needed. */
  readonly refused: Refused
}

/** Needs a StaffProvider around it. */
export function AuthoriserProvider({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  const { client, setHeader } = useBox()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const { forget, reload } = useStaff()
  const openDialog = useRef(setWaiting)
  const onSignedOut = useRef(forget)
  onSignedOut.current = () => {
    forget()
    // The page may not know yet that the store has staff.
    void reload()
  }
  const authorisingClient = useMemo<Client>(
    () => ({
      call: async (endpoint, options, timeouts) => {
        const answer = await client.call(endpoint, options, timeouts)
        if (answer.ok || answer.offline) return answer
        if (answer.refused === NOT_SIGNED_IN) onSignedOut.current()
        if (answer.refused !== ROLE_TOO_LOW) return answer
        const isAuthorised = await new Promise<boolean>((finish) => openDialog.current({ finish, refused: answer }))
        if (!isAuthorised) return answer
        const again = await client.call(endpoint, options, timeouts)
        setHeader(HEADER, null)
        return again
      },
    }),
    [client, setHeader],
  )
  const end = (isAuthorised: boolean) => {
    waiting?.finish(isAuthorised)
    setWaiting(null)
  }
  const enter = async (staffId: string, pin: string): Promise<Refused | NoAnswer | null> => {
    const answer = await client.call(signIn, { body: { staffId, pin, purpose: "authorise" } })
    if (!answer.ok) return answer
    // This person's role is too low as well, so the form stays open.
    if (waiting && !reaches(answer.data.staff.role, roleOf(waiting))) return waiting.refused
    setHeader(HEADER, answer.data.token)
    end(true)
    return null
  }
  return (
    <BoxOverride client={authorisingClient}>
      {children}
      <Modal
        opened={waiting !== null}
        onClose={() => end(false)}
        zIndex={OVER_DIALOGS}
        title={t("staff.authorise")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Stack>
          <Text>{t(waiting && roleOf(waiting) === "manager" ? "staff.authoriseManager" : "staff.authoriseText")}</Text>
          <PinForm onPin={enter} {...(waiting && { least: roleOf(waiting) })} />
        </Stack>
      </Modal>
    </BoxOverride>
  )
}

/** The lowest role that may do it. An older box does not name it. */
function roleOf({ refused: { data } }: Waiting): StaffRole {
  return STAFF_ROLES.find((role) => role === data.role) ?? "supervisor"
}

/** Someone with the role types a PIN over the shoulder: whatever the box refuses for the role alone is asked again with it. */
import { Modal, Stack, Text } from "@mantine/core"
import { type ReactNode, useMemo, useRef, useState } from "react"
import type { Client, NoAnswer, Refused } from "../../protocol/client/index.ts"
import { signIn } from "../../protocol/http/staff.ts"
import { BoxOverride, useBox } from "../device/box.tsx"
import { useLanguage } from "../language.tsx"
import { PinForm } from "./pin-form.tsx"
import { useStaff } from "./staff.tsx"

const HEADER = "x-authoriser-token"
const TOO_LOW = "STAFF_ROLE_TOO_LOW"
/** Nobody is signed in, or no longer. */
const GONE = "STAFF_SIGN_IN_REQUIRED"

/** Answers whether somebody has lent the role. */
type Lend = (lent: boolean) => void

/** Stands inside the page's StaffProvider. */
export function AuthoriserProvider({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  const { client, setHeader } = useBox()
  const [waiting, setWaiting] = useState<{ readonly lend: Lend } | null>(null)
  const { forget, look } = useStaff()
  const open = useRef(setWaiting)
  const gone = useRef(forget)
  gone.current = () => {
    forget()
    // The page may not know yet that the store has staff.
    void look()
  }
  const lending = useMemo<Client>(
    () => ({
      call: async (endpoint, ask, patience) => {
        const answer = await client.call(endpoint, ask, patience)
        if (answer.ok || answer.offline) return answer
        if (answer.refused === GONE) gone.current()
        if (answer.refused !== TOO_LOW) return answer
        const lent = await new Promise<boolean>((lend) => open.current({ lend }))
        if (!lent) return answer
        const again = await client.call(endpoint, ask, patience)
        setHeader(HEADER, null)
        return again
      },
    }),
    [client, setHeader],
  )
  const end = (lent: boolean) => {
    waiting?.lend(lent)
    setWaiting(null)
  }
  const enter = async (pin: string): Promise<Refused | NoAnswer | null> => {
    const answer = await client.call(signIn, { body: { pin, purpose: "authorise" } })
    if (!answer.ok) return answer
    setHeader(HEADER, answer.data.token)
    end(true)
    return null
  }
  return (
    <BoxOverride client={lending}>
      {children}
      <Modal
        opened={waiting !== null}
        onClose={() => end(false)}
        title={t("staff.authorise")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Stack>
          <Text>{t("staff.authoriseText")}</Text>
          <PinForm onPin={enter} />
        </Stack>
      </Modal>
    </BoxOverride>
  )
}

/** Why a store is as it is, in words: the same on the list and on its own page. */
import { Text } from "@mantine/core"
import type { StoreCause } from "../../../../protocol/http/admin/stores.ts"
import { useLanguage } from "../language.ts"
import { causeWords } from "./cause-words.ts"

export function Causes({ causes }: { causes: readonly StoreCause[] }) {
  const voice = useLanguage()
  return causes.map((cause) => (
    <Text key={`${cause.is} ${cause.componentId}`} size="sm">
      {causeWords(cause, voice)}
    </Text>
  ))
}

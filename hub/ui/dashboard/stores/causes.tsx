/** The causes of a store's state, for the list and the store's page. */
import { Text } from "@mantine/core"
import type { StoreCause } from "../../../../protocol/http/admin/stores.ts"
import { useLanguage } from "../language.ts"
import { causeWords } from "./cause-words.ts"

export function Causes({ causes }: { causes: readonly StoreCause[] }) {
  const language = useLanguage()
  return causes.map((cause) => (
    <Text key={`${cause.is} ${cause.componentId}`} size="sm">
      {causeWords(cause, language)}
    </Text>
  ))
}

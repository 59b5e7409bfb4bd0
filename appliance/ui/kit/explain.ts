/** Which message of the catalogue tells a person why the box did not do it. Pure. */
import type { NoAnswer, Refused } from "../../../protocol/client/index.ts"
import type { MessageKey } from "./messages/index.ts"
import { keyOf } from "./say.ts"

export type Misfortune = Pick<Refused, "offline" | "refused" | "message" | "details" | "requestId"> | NoAnswer

/** The field at fault says most, then the code; what nobody foresaw is told as such. */
export function explain(answer: Misfortune): MessageKey {
  if (answer.offline) return answer.why === "unreachable" ? "explain.unreachable" : "explain.silent"
  const fields = answer.details.map(({ path }) => keyOf(`field.${path.split(".")[0]}`))
  return fields.find((key) => key !== null) ?? keyOf(`refusal.${answer.refused}`) ?? "explain.refused"
}

/** Codes in words: a channel, a method of payment, the reason of a difference; a code without a word stays. */
import { useLanguage } from "./language.ts"

export interface Words {
  readonly channel: (code: string) => string
  readonly method: (code: string) => string
  readonly reason: (code: string) => string
}

export function useWords(): Words {
  const { t, keyOf } = useLanguage()
  const said = (key: ReturnType<typeof keyOf>, code: string) => (key ? t(key) : code)
  return {
    channel: (code) => said(keyOf(`channel.${code}`), code),
    method: (code) => said(keyOf(`method.${code}`), code),
    reason: (code) => said(keyOf(`reason.${code}`), code),
  }
}

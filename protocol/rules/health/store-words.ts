/** Search of stores: code and name without accents and capitals must contain every typed word. */

const WORDS_MAX = 6

/** The search text that is stored with a store. */
export function storeWords({ code, name }: { readonly code: string | null; readonly name: string }): string {
  return foldText(`${code ?? ""}\n${name}`)
}

/** The typed words to search for, without SQL wildcards; empty if nothing was typed. */
export function searchParts(typed: string): string[] {
  return foldText(typed)
    .replaceAll(/[%_\\]/g, "")
    .split(/\s+/)
    .filter((part) => part !== "")
    .slice(0, WORDS_MAX)
}

function foldText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}

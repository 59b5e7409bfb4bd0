/** By what a store is found: its code and name without accents and capitals, of which each word that was typed must be a part. */

const WORDS_MAX = 6

/** Kept with the store. */
export function storeWords({ code, name }: { readonly code: string | null; readonly name: string }): string {
  return plain(`${code ?? ""}\n${name}`)
}

/** What was typed, as parts to be found, without what a database reads as a sign; none where nothing was typed. */
export function searchParts(typed: string): string[] {
  return plain(typed)
    .replaceAll(/[%_\\]/g, "")
    .split(/\s+/)
    .filter((part) => part !== "")
    .slice(0, WORDS_MAX)
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}

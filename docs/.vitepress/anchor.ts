/** A heading's anchor, in the documentation and in references to it. A code stays as it is: `/docs/errors#STORE_UNREACHABLE`. */
export function anchorOf(title: string): string {
  if (/^[A-Z_]+$/.test(title)) return title
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
}

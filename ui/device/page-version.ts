/** Which version of the product built this page; unknown where nothing was built, in tests. */

export const PAGE_VERSION: { readonly version?: string } =
  typeof BRASA_VERSION === "string" ? { version: BRASA_VERSION } : {}

/** Types that the bundler adds: imports of style sheets, and constants of the build. */
/// <reference types="vite/client" />

/** The product's version. Undefined where nothing was built, in tests. */
declare const BRASA_VERSION: string | undefined

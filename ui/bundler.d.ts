/** What the bundler adds to TypeScript: style sheets as imports. */
/// <reference types="vite/client" />

/** The product's version, put there by the build. */
declare const BRASA_VERSION: string | undefined

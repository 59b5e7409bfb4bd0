/** What the bundler adds to TypeScript: style sheets as imports. */
/// <reference types="vite/client" />

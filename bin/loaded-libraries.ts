/**
 * Libraries that the built program loads as they are, since they are compiled for the machine or need files beside their code. All others are built
 * into it, which saves two fifths of each start.
 */
export const LOADED_LIBRARIES = [
  "better-sqlite3",
  "better-sqlite3-node20",
  "serialport",
  "@lydell/node-pty",
  "@resvg/resvg-js",
  "swagger-ui-dist",
  "dejavu-fonts-ttf",
] as const

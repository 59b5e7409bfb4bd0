/**
 * Libraries that are not bundled into the program, because they are compiled for the machine or need files beside their code. Bundling the others
 * saves two fifths of the start time.
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

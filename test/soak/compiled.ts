/** A module and all of ours that it needs as one file: a long run of it takes a seventh less. */
import { pathToFileURL } from "node:url"
import { bundle } from "../kit/bundle.ts"

/** `source`: from the product's folder. */
export async function importCompiled<Module>(source: string): Promise<Module> {
  const { file, remove } = await bundle(source)
  try {
    process.setSourceMapsEnabled(true)
    return (await import(pathToFileURL(file).href)) as Module
  } finally {
    remove()
  }
}

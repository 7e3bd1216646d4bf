import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Stack traces of a bundled hub name the sources. Node's own option reads all maps at the start. Here a map is read when a
 * stack that needs it is written for the first time.
 */

/** The folder of the bundle that runs; undefined if the hub runs its code as it is. */
export let bundleFolder: string | undefined

/** Called by the bundle before any other code of the hub (stack-traces.ts). */
export function nameSources(folder: string): void {
  bundleFolder = folder
  const findSource = sourceFinder(folder)
  const address = pathToFileURL(folder).href.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const positions = new RegExp(String.raw`${address}/([\w.-]+):(\d+):(\d+)`, 'g')
  Error.prepareStackTrace = (error, frames) =>
    [nameError(error), ...frames.map((frame) => `    at ${describeFrame(frame)}`)]
      .join('\n')
      .replaceAll(positions, (whole, name: string, line: string, column: string) => {
        return findSource(name, Number(line), Number(column)) ?? whole
      })
}

/** As Node writes it; its types do not say so. */
const describeFrame = (frame: { readonly toString: () => string }): string => frame.toString()

function nameError(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function sourceFinder(folder: string) {
  const maps = new Map<string, SourceMap | undefined>()
  const findMap = (name: string): SourceMap | undefined => {
    if (!maps.has(name)) maps.set(name, readMap(join(folder, `${name}.map`)))
    return maps.get(name)
  }
  return (name: string, line: number, column: number): string | undefined => {
    const entry = findMap(name)?.findEntry(line - 1, column - 1)
    if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined
    const source = new URL(entry.originalSource, pathToFileURL(join(folder, name))).href
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Started } from './resources.ts'

const server = new URL('../../../', import.meta.url)
const place = fileURLToPath(new URL('dist/hub', server))
const bundler = fileURLToPath(new URL('src/platform/bundle/bundle-hub.ts', server))

/** Makes the bundle unless that of an earlier run has exactly this code. */
export async function bundleHub(): Promise<Started<string>> {
  const { findBundle } = (await import(new URL('bin/find-bundle.mjs', server).href)) as {
    readonly findBundle: (place: string) => string | undefined
  }
  if (findBundle(place) === undefined) await promisify(execFile)(process.execPath, [bundler])
  if (findBundle(place) === undefined) throw new Error('The bundle is not of the code that is there')
  return { value: place }
}

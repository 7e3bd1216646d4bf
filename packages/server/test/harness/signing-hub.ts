import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../src/config/reader.ts'
import { atEnd } from './cleanup.ts'
import { startTestHub, type TestHub } from './hub.ts'
import { tokenOfSiteA, tokenOfSiteB } from './shared-property-hub.ts'

/** A hub with site-a and site-b, with a clock and tokens that the test changes. */
export interface SigningHub {
  readonly hub: TestHub
  /** Reads as 2026-05-01T08:01:40Z at first. */
  readonly time: { nowMs: number }
  replaceTokens(text: string): Promise<void>
}

export async function startSigningHub(environment: Environment = {}): Promise<SigningHub> {
  const time = { nowMs: Date.parse('2026-05-01T08:01:40Z') }
  const folder = await mkdtemp(join(tmpdir(), 'spindle-'))
  atEnd(() => rm(folder, { recursive: true }))
  const file = join(folder, 'tokens')
  await writeFile(file, `site-a=${tokenOfSiteA}\nsite-b=${tokenOfSiteB}`)
  const hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS_FILE: file, ...environment },
    overrides: { clock: { now: () => time.nowMs } },
  })
  return {
    hub,
    time,
    async replaceTokens(text) {
      await writeFile(file, text)
      await hub.hub.reload()
    },
  }
}

/** A release as a property gets it, with its signed addresses. */
export const getRelease = async (hub: TestHub, releaseId: string, { bearer = tokenOfSiteA, query = '' } = {}) =>
  (await hub.json('GET', `/api/integration/releases/${releaseId}${query}`, { bearer })).body

/** Path and query of an address, as `hub.request` takes them. */
export function pathOf(address: { readonly url: string } | null): string {
  const { pathname, search } = new URL(address?.url ?? 'http://missing.example/')
  return pathname + search
}

/** Where a browser plays the first track. */
export const audioPathOf = async (hub: TestHub, releaseId: string, options?: Parameters<typeof getRelease>[2]) =>
  pathOf((await getRelease(hub, releaseId, options)).tracks[0].signedAudio)

/** Where a browser gets the cover. */
export const coverPathOf = async (hub: TestHub, releaseId: string) =>
  pathOf((await getRelease(hub, releaseId)).signedCover)

import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib'

/**
 * A data directory that a released version of the hub made, and what that version answered about it. It does not change
 * after the release, so its credentials are in the repository: they open nothing but this fixture.
 */
export interface UpgradeFixture {
  readonly version: string
  readonly integrationToken: string
  readonly accounts: readonly FixtureAccount[]
  /** Every page of the feed, as the property read it. */
  readonly feed: readonly { readonly trackId: string; readonly isPlayable: boolean }[]
  /** Digest of the bytes that the property gets, by track. */
  readonly audio: Readonly<Record<string, string>>
}

export interface FixtureAccount {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
  readonly releases: readonly FixtureRelease[]
  readonly uploads: readonly { readonly id: string; readonly sha256: string; readonly size: number }[]
  readonly analytics: { readonly path: string; readonly byTerritory: Readonly<Record<string, number>> }
}

export interface FixtureRelease {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly upc: string | null
  readonly tracks: readonly {
    readonly id: string
    readonly title: string
    readonly isrc: string | null
    readonly uploadId: string
  }[]
}

const folder = fileURLToPath(new URL('fixtures/', import.meta.url))
const run = promisify(execFile)

/** The released versions that have a fixture. Each release adds its own: see docs/releasing.md. */
export const fixtureVersions = ['0.1.0', '0.2.0'] as const

export const readFixture = async (version: string): Promise<UpgradeFixture> =>
  JSON.parse(await readFile(join(folder, `${version}.json`), 'utf8'))

/** Unpacks the data directory of a version into an existing folder. */
export async function unpackFixture(version: string, into: string): Promise<void> {
  await withTar(async (tar) => {
    await pipeline(
      createReadStream(join(folder, `${version}.tar.br`)),
      createBrotliDecompress(),
      createWriteStream(tar),
    )
    await run('tar', ['-xf', tar, '--numeric-owner', '-C', into])
  })
}

/** Packs a data directory whose hub has stopped. */
export async function packFixture(version: string, dataDir: string): Promise<void> {
  await withTar(async (tar) => {
    await run('tar', ['-cf', tar, '--numeric-owner', '--sort=name', '-C', dataDir, '.'])
    const compress = createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      },
    })
    await pipeline(createReadStream(tar), compress, createWriteStream(join(folder, `${version}.tar.br`)))
  })
}

async function withTar(work: (path: string) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'spindle-fixture-'))
  try {
    await work(join(place, 'data.tar'))
  } finally {
    await rm(place, { recursive: true })
  }
}

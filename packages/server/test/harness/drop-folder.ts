import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { DropManners, DropSettings } from '../../src/features/drops/index.ts'
import type { Place, StoreKind } from '../../src/features/interchange/index.ts'
import { message42, type Parts } from '../imports/messages.ts'
import { atEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import type { JsonAnswer, TestHub, TestHubOptions } from './hub.ts'
import { openReleaseHub, type ReleaseFixture } from './releases.ts'
import { coverJpeg, shortMaster } from './submittable.ts'

/** Drops in folders, and a hub that polls them on request. */

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hashSum = (bytes: Uint8Array): string =>
  `<HashSum><Algorithm>SHA-256</Algorithm><HashSumValue>${sha256(bytes)}</HashSumValue></HashSum>`

export interface Delivery {
  readonly upc: string
  readonly xml: string
  /** By their path from the message. */
  readonly files: Readonly<Record<string, Buffer>>
}

/** A release of one track with its own number; the message has the hashes of both files. */
export async function delivery(serial: number, parts: Parts = {}): Promise<Delivery> {
  const digits = `0200000200${String(serial).padStart(2, '0')}`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  const upc = `${digits}${(10 - (sum % 10)) % 10}`
  const [audio, cover] = [shortMaster(serial), await coverJpeg()]
  const xml = message42({ messageId: `D${serial}`, upc, hash: hashSum(audio), ...parts })
    .replaceAll('far-1', `drop-${serial}`)
    .replaceAll('ZZABC2600001', `ZZABC27000${String(serial).padStart(2, '0')}`)
    .replace('<URI>resources/A2.jpg</URI>', `<URI>resources/A2.jpg</URI>${hashSum(cover)}`)
  return { upc, xml, files: { 'resources/A1.wav': audio, 'resources/A2.jpg': cover } }
}

export const manifestOf = (...urls: readonly string[]): string =>
  `<ern-c:ManifestMessage xmlns:ern-c="http://ddex.net/xml/ern-c/15">${urls
    .map((url) => `<MessageInBatch><URL>${url}</URL></MessageInBatch>`)
    .join('')}</ern-c:ManifestMessage>`

export async function lay(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}

/** As a distributor writes it: files, message, and the manifest last. */
export async function layBatch(
  folder: string,
  batch: string,
  deliveries: readonly Pick<Delivery, 'upc' | 'xml' | 'files'>[],
): Promise<void> {
  for (const { upc, xml, files } of deliveries) {
    await lay(join(folder, batch, upc), files)
    await lay(join(folder, batch, upc), { [`${upc}.xml`]: xml })
  }
  const manifest = manifestOf(...deliveries.map(({ upc }) => `/${batch}/${upc}/${upc}.xml`))
  await lay(join(folder, batch), { [`BatchComplete_${batch}.xml`]: manifest })
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : []))
    .sort()
}

export const readReport = async (folder: string, path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'))

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-drop-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface DropHub {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  /** A drop that is polled only on request. */
  addDrop(id: string, place?: PlaceOf, manners?: Partial<DropManners>): Promise<string>
  /** Polls once, after which jobs may still run. */
  look(id: string): Promise<void>
  /** Polls until no package there can make progress. */
  lookUntilQuiet(id: string): Promise<void>
  /** Name, status, and what it waits for or the result. */
  packages(id: string): Promise<readonly (readonly [string, string, string | null])[]>
  /** Makes every file look unchanged for an hour. */
  letSettle(): Promise<void>
  /** Of a drop, in their order. */
  imports(id: string): Promise<JsonAnswer['body'][]>
}

export interface PlaceOf {
  readonly kind: StoreKind
  readonly place: Place
  readonly secret?: string
}

export async function openDropHub(options: TestHubOptions = {}): Promise<DropHub> {
  const { hub, fixture } = await openReleaseHub({ role: 'all', ...options })
  return { hub, fixture, ...driveDrops(hub, fixture) }
}

export function driveDrops(hub: TestHub, fixture: ReleaseFixture): Omit<DropHub, 'hub' | 'fixture'> {
  const accountId = fixture.account.accountId
  const { system } = hub.opened.database
  const { drops } = hub.hub
  const find = async (id: string) => {
    const found = (await drops.list()).find((drop) => drop.id === id)
    if (!found) throw new Error(`there is no drop ${id}`)
    return found
  }
  const look = async (id: string): Promise<void> => {
    const before = (await find(id)).lookedAt?.getTime() ?? 0
    const name = `drop:${accountId}:${id}`
    await system.row(`select graphile_worker.add_job('lookIntoDrop', $1::json, queue_name => $2, job_key => $3)`, [
      JSON.stringify({ accountId, dropId: id }),
      `drops:${accountId}`,
      name,
    ])
    await eventually(async () => ((await find(id)).lookedAt?.getTime() ?? 0) > before, { what: 'the look' })
  }
  const packages = async (id: string) =>
    ((await drops.listPackages(id)) ?? []).map(({ name, status, detail }) => [name, status, detail] as const)
  return {
    async addDrop(id, given, manners = {}) {
      const folder = await emptyFolder()
      const { kind, place, secret } = given ?? { kind: 'folder' as const, place: { folder }, secret: undefined }
      const settings: DropSettings = {
        ...place,
        afterwards: 'move',
        everySeconds: 86_400,
        settleSeconds: 300,
        ...manners,
      }
      if (!(await drops.add({ accountId, id, kind, settings }, secret))) throw new Error(`${id} is taken`)
      await eventually(async () => (await find(id)).lookedAt !== null, { what: 'the first look' })
      return folder
    },
    look,
    async lookUntilQuiet(id) {
      await look(id)
      await eventually(
        async () => {
          await look(id)
          const all = await packages(id)
          return all.every(
            ([, status, detail]) =>
              status === 'done' || status === 'refused' || (status === 'arriving' && detail !== null),
          )
        },
        { what: 'the end of all packages' },
      )
    },
    packages,
    letSettle: async () =>
      void (await system.execute(`update drop_packages set changed_at = changed_at - interval '1 hour'`)),
    async imports(id) {
      const { body } = await hub.json('GET', '/api/v1/music-distributor/imports?limit=100', { key: fixture.key })
      return body.data.filter((one: JsonAnswer['body']) => one.drop?.id === id).reverse()
    },
  }
}

import type { UploadStatus } from '@spindle/contract'
import { createTestAccount, type TestAccount } from './accounts.ts'
import { eventually } from './eventually.ts'
import { type JsonAnswer, startTestHub, type TestHub, type TestHubOptions } from './hub.ts'
import { releaseMetadata, trackMetadata } from './release-metadata.ts'
import { coverTechnical, describeAudio } from './technical-data.ts'

/** Material for tests of releases: uploads in the state after analysis, and a release without findings. */

export const releasesPath = '/api/v1/music-distributor/releases'

export interface ReleaseFixture {
  readonly account: TestAccount
  readonly key: string
  /** The id of a new upload of kind audio, analysed by default. */
  audio(options?: AudioOptions): Promise<`upl_${string}`>
  cover(): Promise<`upl_${string}`>
  /** A body that submits without a finding of severity error. */
  body(changes?: object, trackCount?: number): Promise<ReleaseBody>
  /** Creates a release and returns it. */
  release(changes?: object, trackCount?: number): Promise<JsonAnswer>
  get(releaseId: string): Promise<JsonAnswer>
  /** The release once `isReached` is true. */
  until(releaseId: string, isReached: (release: JsonAnswer['body']) => boolean): Promise<JsonAnswer['body']>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<JsonAnswer>
  patch(releaseId: string, patch: unknown, headers?: Record<string, string>): Promise<JsonAnswer>
  /** POST to the release: submit, withdraw, takedown ... */
  act(releaseId: string, what: string, body?: unknown): Promise<JsonAnswer>
  events(releaseId: string): Promise<JsonAnswer>
  /** Ends the analysis of an upload like the hub, in one transaction with its effects. */
  analysed(uploadId: string, status?: 'ready' | 'rejected'): Promise<void>
}

export interface AudioOptions {
  readonly status?: UploadStatus
  readonly durationMs?: number
  readonly pcmSha256?: string
}

export interface ReleaseBody {
  readonly [member: string]: unknown
  readonly tracks: { readonly [member: string]: unknown; readonly uploadId: string }[]
}

/** Uploads are different recordings unless a test requires otherwise. */
export const digestOf = (uploadId: string): string => uploadId.slice(4).toLowerCase().padEnd(64, '0')

/** By default a hub with a sandbox outlet and no worker, and an account on it. */
export async function openReleaseHub(options: TestHubOptions = {}): Promise<{ hub: TestHub; fixture: ReleaseFixture }> {
  const environment = { SPINDLE_SANDBOX_OUTLET: 'on', ...options.environment }
  const hub = await startTestHub({ role: 'api', ...options, environment })
  return { hub, fixture: await createReleaseFixture(hub) }
}

export async function createReleaseFixture(hub: TestHub, name?: string): Promise<ReleaseFixture> {
  const account = await createTestAccount(hub, name)
  const key = await account.key()
  const insert = async (kind: string, status: UploadStatus, technicalOf: (id: string) => object) => {
    const id = hub.hub.http.ids.make('upl')
    const isWhole = status !== 'awaiting_data' && status !== 'expired'
    await hub.opened.database.system.execute(
      `insert into uploads (account_id, id, kind, filename, size, received_bytes, sha256, status, technical)
       values ($1, $2, $3, $4, 1000, $5, $6, $7, $8)`,
      [
        account.accountId,
        id,
        kind,
        `${id}.bin`,
        isWhole ? 1000 : 400,
        isWhole ? Buffer.alloc(32, id) : null,
        status,
        status === 'ready' ? JSON.stringify(technicalOf(id)) : null,
      ],
    )
    return id
  }
  let barcode = 0
  let recording = 0
  const fixture: ReleaseFixture = {
    account,
    key,
    audio: (options = {}) =>
      insert('audio', options.status ?? 'ready', (id) =>
        describeAudio({ ...options, pcmSha256: options.pcmSha256 ?? digestOf(id) }),
      ),
    cover: () => insert('image', 'ready', () => coverTechnical),
    async body(changes = {}, trackCount = 1) {
      const tracks = []
      for (let index = 0; index < trackCount; index++)
        tracks.push({
          title: `Song ${index + 1}`,
          uploadId: await fixture.audio(),
          ...trackMetadata(++recording),
        })
      return {
        ...releaseMetadata(++barcode),
        type: 'single',
        coverUploadId: await fixture.cover(),
        tracks,
        ...changes,
      }
    },
    release: async (changes, trackCount) => fixture.post(releasesPath, await fixture.body(changes, trackCount)),
    get: (releaseId) => hub.json('GET', `${releasesPath}/${releaseId}`, { key }),
    until: (releaseId, isReached) =>
      eventually(
        async () => {
          const { body } = await fixture.get(releaseId)
          return isReached(body) ? body : undefined
        },
        { what: `release ${releaseId} to get there` },
      ),
    post: (path, body, headers = {}) => hub.json('POST', path, { body, key, headers }),
    patch: (releaseId, body, headers = {}) => hub.json('PATCH', `${releasesPath}/${releaseId}`, { body, key, headers }),
    events: (releaseId) => hub.json('GET', `${releasesPath}/${releaseId}/events?limit=100`, { key }),
    async analysed(uploadId, status = 'ready') {
      await hub.opened.database.tenantTransaction(account.accountId, async (trx) => {
        await trx.execute('update uploads set status = $3, technical = $4 where account_id = $1 and id = $2', [
          uploadId,
          status,
          status === 'ready' ? JSON.stringify(describeAudio({ pcmSha256: digestOf(uploadId) })) : null,
        ])
        await hub.hub.releases.onUploadAnalysed(trx, account.accountId, uploadId)
      })
    },
    act: (releaseId, what, body) => fixture.post(`${releasesPath}/${releaseId}/${what}`, body),
  }
  return fixture
}

import { join } from 'node:path'
import { auditTrail } from '../../src/features/people/index.ts'
import { type PortabilityOptions, portabilityFeature } from '../../src/features/portability/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'
import { sharedHub } from './shared-hub.ts'

/** Exports of a separate account. Without a worker they wait until a test creates them. */

export const exportsPath = '/api/v1/distributor/exports'
export const unknownExport = 'exp_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** Creates the archive of an export like the job; `changed` replaces parts of the hub. */
export async function makeExport(
  { hub, opened, dataDir }: TestHub,
  job: { readonly accountId: AccountId; readonly exportId: string },
  changed: Partial<PortabilityOptions> = {},
): Promise<void> {
  const blobs = diskBlobs(join(dataDir, 'uploads'))
  const feature = portabilityFeature({
    ...{ ...hub.http, opened, blobs, bareBlobs: blobs, uploads: hub.uploads },
    ...{ jobs: jobQueue(), audit: auditTrail(hub.http) },
    ...changed,
  })
  const handler = feature.jobs?.find(({ job: { name } }) => name === 'makeExport')
  await handler?.handle(job)
}

export interface ExportAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly bearer: string
  /** `rest` is the end of the path. */
  ask(method: string, rest?: string): Promise<JsonAnswer>
  /** The id of a waiting export. */
  waiting(): Promise<string>
  /** The id of a finished one, with its size. */
  ready(): Promise<{ readonly id: string; readonly size: number }>
  download(exportId: string, headers?: Record<string, string>): Promise<Response>
}

export async function openExportAccount(given?: TestHub): Promise<ExportAccount> {
  const hub = given ?? (await sharedHub())
  const fixture = await createReleaseFixture(hub)
  const bearer = await fixture.account.token()
  const ask: ExportAccount['ask'] = (method, rest = '') => hub.json(method, `${exportsPath}${rest}`, { bearer })
  const waiting = async (): Promise<string> => {
    const { status, body } = await ask('POST')
    if (status !== 202) throw new Error(`no export: ${JSON.stringify(body)}`)
    return body.id
  }
  return {
    hub,
    fixture,
    bearer,
    ask,
    waiting,
    async ready() {
      const id = await waiting()
      await makeExport(hub, { accountId: fixture.account.accountId, exportId: id })
      const { body } = await ask('GET', `/${id}`)
      if (body.status !== 'ready') throw new Error(`not made: ${JSON.stringify(body)}`)
      return { id, size: body.size }
    },
    download: (exportId, headers = {}) =>
      hub.request(`${exportsPath}/${exportId}/archive`, { headers: { authorization: `Bearer ${bearer}`, ...headers } }),
  }
}

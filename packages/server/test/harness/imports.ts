import type { ImportStatus } from '@spindle/contract'
import { endImport } from '../../src/features/imports/import-queries.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import type { ReleaseFixture } from './releases.ts'
import { sharedReleaseHub } from './shared-hub.ts'

/** Imports of a separate account, on a hub that reads none of them: they wait until a test ends them. */

export const importsPath = '/api/v1/music-distributor/imports'
export const unknownImport = 'imp_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** XML that is not a message of ERN. It has 26 bytes, because the Ü takes two. */
export const smallXml = '<release title="Ünlike"/>'
export const smallXmlSha256 = '1f6c8385a2fbbf4518ca278d818db5b719708057efdbb946b8644f4c77d22baf'

export interface ImportAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly key: string
  /** `rest` is the end of the path. */
  ask(rest?: string): Promise<JsonAnswer>
  /** Submits `smallXml` and returns the answer. */
  bring(files?: readonly object[]): Promise<JsonAnswer>
  /** The id of a waiting import. */
  waiting(): Promise<string>
  /** Ends an import like the job that reads it. */
  end(importId: string, status?: Exclude<ImportStatus, 'waiting'>, endedAt?: Date): Promise<void>
  message(importId: string, headers?: Record<string, string>): Promise<Response>
}

export async function openImportAccount(): Promise<ImportAccount> {
  const { hub, fixture } = await sharedReleaseHub()
  const { key, account } = fixture
  const bring: ImportAccount['bring'] = (files = []) =>
    fixture.post(importsPath, { message: Buffer.from(smallXml).toString('base64'), files })
  return {
    hub,
    fixture,
    key,
    bring,
    ask: (rest = '') => hub.json('GET', `${importsPath}${rest}`, { key }),
    async waiting() {
      const { status, body } = await bring()
      if (status !== 202) throw new Error(`no import: ${JSON.stringify(body)}`)
      return body.id
    },
    end: (importId, status = 'refused', endedAt = new Date('2026-11-02T10:00:00Z')) =>
      hub.opened.database.tenantTransaction(account.accountId, (trx) =>
        endImport(trx, importId, {
          status,
          releaseId: null,
          message: {
            version: '4.2',
            messageId: 'M1',
            senderId: 'PADPIDA2099010103C',
            senderName: 'Far Label',
            messageCreatedAt: '2026-11-01T10:00:00Z',
          },
          report: {
            refusal: { code: 'nothing_offered', detail: 'The message offers nothing.', line: 3 },
            files: [{ path: 'resources/A1.wav', uploadId: null, status: 'missing' }],
            notes: [{ code: 'dropped', message: 'AudioChapterReference was not imported.', path: null, line: 7 }],
          },
          endedAt,
        }),
      ),
    message: (importId, headers = {}) =>
      hub.request(`${importsPath}/${importId}/message`, { headers: { 'x-api-key': key, ...headers } }),
  }
}

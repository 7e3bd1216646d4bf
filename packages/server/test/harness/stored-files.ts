import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AudioTechnical, ImageTechnical } from '@spindle/contract'
import type { TestAccount } from './accounts.ts'
import type { TestHub } from './hub.ts'
import { coverTechnical, describeAudio } from './technical-data.ts'
import { uploadsPath } from './uploads.ts'

/** Stored files with a verdict that no analysis made: the hub decodes nothing, and has no worker. */

export interface StoredFileOptions {
  readonly contentType?: string
  readonly query?: string
  readonly technical?: Partial<AudioTechnical> | Partial<ImageTechnical>
}

/** Sends a file in one request and marks it as ready. */
export async function storeReadyFile(
  hub: TestHub,
  { accountId, key }: Pick<TestAccount, 'accountId'> & { readonly key: string },
  bytes: Buffer,
  { contentType = 'audio/wav', query = '', technical = {} }: StoredFileOptions = {},
): Promise<string> {
  const response = await hub.request(`${uploadsPath}${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': contentType },
    body: new Uint8Array(bytes),
  })
  const { id, kind, sha256 } = (await response.json()) as Record<'id' | 'kind' | 'sha256', string>
  if (response.status !== 201) throw new Error(`storing a file answered ${response.status}`)
  const found = kind === 'audio' ? describeAudio({ pcmSha256: sha256 }) : coverTechnical
  await hub.opened.database
    .tenant(accountId)
    .execute(`update uploads set status = 'ready', technical = $3 where account_id = $1 and id = $2`, [
      id,
      JSON.stringify({ ...found, ...technical }),
    ])
  return id
}

/** Writes a picture where the hub stores the small versions of a cover. */
export async function keepSmallPicture({ dataDir }: TestHub, uploadId: string, picture: Buffer): Promise<void> {
  const path = join(dataDir, 'uploads', 'renditions', uploadId.slice(-2), `${uploadId}.256.webp`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
}

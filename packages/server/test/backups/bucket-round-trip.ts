import { expect } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { operatorOf } from '../harness/operator.ts'
import { sha256, testBytes, uploadsPath } from '../harness/uploads.ts'
import { newFolder, openEmptyPlace, startFirstHub, startOn } from './restored-hub.ts'

/** Uploads on a disk are restored into an empty object store, and from there onto a disk. */
export async function restoreIntoBucketAndBack(
  storage: Environment,
  objectNames: () => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  const disk = await startFirstHub()
  const account = await createTestAccount(disk)
  const key = await account.key()
  const files = new Map<string, string>()
  for (const bytes of [testBytes(9 * 1024 * 1024), testBytes(70_000), Buffer.alloc(0)]) {
    const response = await disk.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/flac' },
      body: new Uint8Array(bytes),
    })
    files.set(((await response.json()) as { id: string }).id, sha256(bytes))
  }
  const expectAll = async (hub: Awaited<ReturnType<typeof startOn>>): Promise<void> => {
    for (const [id, digest] of files) {
      const { stream } = await hub.hub.uploads.openForReading(account.accountId, id)
      expect(sha256(Buffer.concat(await stream.toArray()))).toBe(digest)
    }
  }
  const first = await newFolder()
  expect(await operatorOf(disk)('backup', 'create', '--to', first)).toMatchObject({ code: 0, err: [] })

  const cloud = await openEmptyPlace(storage)
  expect(await cloud.restore(first)).toMatchObject({ code: 0, err: [] })
  const names = await objectNames()
  expect(names.filter((name) => [...files.keys()].some((id) => name.includes(id)))).not.toEqual([])
  await expectAll(await startOn(cloud))

  const second = await newFolder()
  expect(await cloud.operator('backup', 'create', '--to', second)).toMatchObject({ code: 0, err: [] })
  expect(await cloud.operator('backup', 'verify', second, '--full')).toMatchObject({ code: 0, err: [] })
  const again = await openEmptyPlace()
  expect(await again.restore(second)).toMatchObject({ code: 0, err: [] })
  await expectAll(await startOn(again))
}

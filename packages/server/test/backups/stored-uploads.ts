import { expect } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { uploadsPath } from '../harness/uploads.ts'
import { newFolder, startFirstHub } from './restored-hub.ts'

/** A hub with uploads of one account, to be backed up. */
export interface StoredUploads {
  readonly hub: TestHub
  readonly account: TestAccount
  readonly key: string
  readonly operator: ReturnType<typeof operatorOf>
  readonly ids: string[]
  /** Stores a file and answers the id of its upload. */
  store(bytes: Buffer): Promise<string>
  /** Makes a backup in a new folder and answers the folder. */
  backUp(...options: string[]): Promise<string>
}

export async function openStoredUploads(masters: readonly Buffer[], more: Environment = {}): Promise<StoredUploads> {
  const hub = await startFirstHub(more)
  const account = await createTestAccount(hub)
  const key = await account.key()
  const operator = operatorOf(hub)
  const store = async (bytes: Buffer): Promise<string> => {
    const response = await hub.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/flac' },
      body: new Uint8Array(bytes),
    })
    return ((await response.json()) as { id: string }).id
  }
  const backUp = async (...options: string[]): Promise<string> => {
    const to = await newFolder()
    expect(await operator('backup', 'create', '--to', to, ...options)).toMatchObject({ code: 0, err: [] })
    return to
  }
  const ids: string[] = []
  for (const bytes of masters) ids.push(await store(bytes))
  return { hub, account, key, operator, ids, store, backUp }
}

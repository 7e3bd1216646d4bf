import { randomUUID } from 'node:crypto'
import { temporaryFolder } from './cleanup.ts'

/** Stores as an operator adds them in the console. */

export const outletsPath = '/console/api/operator/outlets'

export const messages = {
  store: 'generic',
  recipients: [{ dpid: 'PADPIDA2014120302V', name: 'Example Store' }],
} as const

export const hostKey = `SHA256:${'k'.repeat(43)}`

export const sftp = {
  host: 'sftp.store.example',
  port: 22,
  user: 'label',
  directory: '.',
  hostKey,
  password: 'correct horse battery',
} as const

export const s3 = {
  bucket: 'deliveries',
  prefix: 'to/us',
  region: 'us-east-1',
  accessKeyId: 'AKEXAMPLE',
  secretAccessKey: 'secret/of+the/key',
} as const

/** Each has an id of its own: test files share a hub. */
export const newOutletId = (): string => `shop-${randomUUID().slice(0, 8)}`

export const newFolderOutlet = async () => ({
  id: newOutletId(),
  name: 'Example Store',
  folder: { folder: await temporaryFolder('spindle-store') },
  messages,
})

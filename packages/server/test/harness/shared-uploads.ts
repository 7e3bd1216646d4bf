import { createTestAccount } from './accounts.ts'
import { sharedHub } from './shared-hub.ts'
import { createUploadClient, type UploadClient } from './uploads.ts'

/** A new account of the shared hub, with a client that uploads for it. */
export async function sharedUploadClient(): Promise<UploadClient> {
  const hub = await sharedHub()
  return createUploadClient(hub, await (await createTestAccount(hub)).key())
}

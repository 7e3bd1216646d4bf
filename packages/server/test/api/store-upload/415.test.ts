import { expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('accepts only audio and images, and says what else can be done', async () => {
  const { hub, key } = await sharedUploadClient()
  for (const type of ['application/json', 'text/plain', 'video/mp4', 'application/octet-stream', 'audiox/wav']) {
    const response = await hub.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': type },
      body: 'x',
    })
    expect(response.status, type).toBe(415)
    expect(await response.json()).toMatchObject({
      error: 'unsupported_media_type',
      detail: expect.stringContaining('Tus-Resumable'),
    })
  }
})

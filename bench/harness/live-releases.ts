import {
  coverJpeg,
  type Hub,
  masterWav,
  storeFile,
  submittableRelease,
  untilLive,
} from '../../packages/server/test/harness/submittable.ts'
import { releasesPath } from './mixed-traffic.ts'

/** Singles with one recording, live at every outlet of the hub; returns their ids. */
export async function putReleasesLive(access: Hub, count: number): Promise<string[]> {
  const coverUploadId = await storeFile(access, 'image/jpeg', await coverJpeg())
  const uploadId = await storeFile(access, 'audio/wav', masterWav(1))
  const ids: string[] = []
  for (let serial = 1; serial <= count; serial++) {
    const release = submittableRelease({ title: `Live ${serial}`, uploadId, coverUploadId, serial })
    const answer = await fetch(access.url + releasesPath, {
      method: 'POST',
      headers: { 'x-api-key': access.key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...release, submit: true }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`A release was answered with ${answer.status}: ${text.slice(0, 300)}`)
    const { id } = JSON.parse(text) as { readonly id: string }
    await untilLive(access, id)
    ids.push(id)
  }
  return ids
}

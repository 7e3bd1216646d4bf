import type { Spindle, Upload } from '@spindle/client'
import type { KeptFile } from '../file-row.ts'
import { mostAsked } from './analysis-watch.ts'

/** Uploads of the hub; those that are gone are missing. */
export async function listUploads(hub: Spindle, uploadIds: readonly string[]): Promise<readonly Upload[]> {
  const pages = Array.from({ length: Math.ceil(uploadIds.length / mostAsked) }, (_, page) => {
    const ids = uploadIds.slice(page * mostAsked, (page + 1) * mostAsked)
    return hub.uploads.list({ ids: ids.join(), include: 'peaks', limit: ids.length }).page()
  })
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}

/** What the hub has of files that were not sent to the end; none without an answer: they continue there all the same. */
export async function findStarted(hub: Spindle, rows: readonly KeptFile[]): Promise<readonly Upload[]> {
  const started = rows.flatMap(({ hasArrived, uploadId }) => (hasArrived ? [] : (uploadId ?? [])))
  return listUploads(hub, started).catch(() => [])
}

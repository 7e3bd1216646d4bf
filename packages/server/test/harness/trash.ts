import type { JsonAnswer, TestHub } from './hub.ts'
import { type ReleaseFixture, releasesPath } from './releases.ts'

/** Requests about the trash of an account. */

export const trashPath = '/api/v1/music-distributor/trash'

export interface TrashFixture {
  /** Deletes a draft: it is in the trash then. */
  remove(releaseId: string): Promise<JsonAnswer>
  list(query?: string): Promise<JsonAnswer>
  restore(releaseId: string): Promise<JsonAnswer>
  erase(releaseId: string): Promise<JsonAnswer>
}

export const createTrashFixture = (hub: TestHub, { key }: Pick<ReleaseFixture, 'key'>): TrashFixture => ({
  remove: (releaseId) => hub.json('DELETE', `${releasesPath}/${releaseId}`, { key }),
  list: (query = '') => hub.json('GET', `${trashPath}${query}`, { key }),
  restore: (releaseId) => hub.json('POST', `${trashPath}/${releaseId}/restore`, { key }),
  erase: (releaseId) => hub.json('DELETE', `${trashPath}/${releaseId}`, { key }),
})

/** Runs the job that erases what has expired, as it runs every ten minutes. */
export async function runEmptyTrash({ hub }: TestHub): Promise<void> {
  const job = hub.releases.jobs?.find(({ job: { name } }) => name === 'emptyTrash')
  if (!job) throw new Error('The releases have no job emptyTrash')
  await job.handle({})
}

import type { Release } from '@spindle/client'
import { buildRequest, placeholderUploadId } from '../plan/build-request.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { DeliverSession } from './deliver-session.ts'
import { describeChanges } from './diff-release.ts'
import { folderExternalId } from './find-release.ts'
import { hashFolderFile } from './hash-folder-file.ts'

/** Says where a release stands that this command does not change any more, and what it would have changed. */
export async function reportStatus(session: DeliverSession, plan: Plan, { id, status }: Release): Promise<void> {
  const { emit, store } = session
  emit({ type: 'release', releaseId: id, text: `${status.replaceAll('_', ' ')} already` })
  const sent = session.record.current().release?.sent
  if (sent === undefined) return
  const ids = await knownUploads(session, plan)
  const wanted = buildRequest(
    plan,
    (file) => ids.get(file) ?? placeholderUploadId(file),
    folderExternalId(store.folderId),
  )
  reportChanges(session, { id, changes: describeChanges(sent, wanted) })
}

function reportChanges(
  { emit }: DeliverSession,
  { id, changes }: { readonly id: string; readonly changes: readonly string[] },
) {
  if (changes.length === 0) return
  emit({
    type: 'note',
    text: `The folder has changed since: ${changes.join(', ')}. The release was not; change it with: spindle releases update ${id}`,
  })
}

/** The uploads of files that are still those that were sent. */
async function knownUploads(session: DeliverSession, { tracks, cover }: Plan): Promise<ReadonlyMap<string, string>> {
  const files = [...tracks.map(({ master }) => master.file), ...(cover ? [cover.file] : [])]
  const known = new Map<string, string>()
  for (const file of files) {
    const id = session.record.current().uploads[`${session.client.baseUrl}|${await hashFolderFile(session, file)}`]
    if (id !== undefined) known.set(file.name, id)
  }
  return known
}

import type { Release } from '@spindle/client'
import type { Plan } from '../plan/make-plan.ts'
import { placeholderOf, requestOf } from '../plan/request.ts'
import { changesOf } from './changes.ts'
import { digestFile } from './digest-file.ts'
import { externalIdOf } from './find-release.ts'
import { recordOf, type Session } from './session.ts'

/** Says where a release stands that this command does not change any more, and what it would have changed. */
export async function tellStanding(session: Session, plan: Plan, { id, status }: Release): Promise<void> {
  const { emit, store } = session
  emit({ type: 'release', releaseId: id, text: `${status.replaceAll('_', ' ')} already` })
  const sent = recordOf(session).release?.sent
  if (sent === undefined) return
  const ids = await knownUploads(session, plan)
  const wanted = requestOf(plan, (file) => ids.get(file) ?? placeholderOf(file), externalIdOf(store.folderId))
  tellChanges(session, { id, changes: changesOf(sent, wanted) })
}

function tellChanges({ emit }: Session, { id, changes }: { readonly id: string; readonly changes: readonly string[] }) {
  if (changes.length === 0) return
  emit({
    type: 'note',
    text: `The folder has changed since: ${changes.join(', ')}. The release was not; change it with: spindle releases update ${id}`,
  })
}

/** The uploads of files that are still those that were sent. */
async function knownUploads(session: Session, { tracks, cover }: Plan): Promise<ReadonlyMap<string, string>> {
  const files = [...tracks.map(({ master }) => master.file), ...(cover ? [cover.file] : [])]
  const known = new Map<string, string>()
  for (const file of files) {
    const id = recordOf(session).uploads[`${session.client.baseUrl}|${await digestFile(session, file)}`]
    if (id !== undefined) known.set(file.name, id)
  }
  return known
}

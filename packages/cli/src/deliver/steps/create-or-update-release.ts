import { createHash } from 'node:crypto'
import { ConflictError, type Release, SpindleError } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import type { DeliverRequest } from '../plan/build-request.ts'
import type { ReleaseRecord } from '../state/folder-state.ts'
import type { DeliverSession } from './deliver-session.ts'
import { buildPatch, describeChanges, describeOverruled } from './diff-release.ts'
import { type FoundRelease, findByExternalId, findRelease, releaseGone } from './find-release.ts'

/** Creates the release of a folder, or changes it if the folder changed. Interrupted runs never create a second one. */

/** `reason`: why the audio of a delivered track is replaced. */
export async function createOrUpdateRelease(
  session: DeliverSession,
  wanted: DeliverRequest,
  reason: string | undefined,
): Promise<Release> {
  const record = session.record.current().release
  return record === undefined
    ? createRelease(session, wanted, reason)
    : updateRelease(session, record, { wanted, reason })
}

async function createRelease(
  session: DeliverSession,
  wanted: DeliverRequest,
  reason: string | undefined,
): Promise<Release> {
  const { client, stateFile, signal, emit, patiently } = session
  const idempotencyKey = `deliver-${stateFile.folderId}-${fingerprintOf({ ...wanted, ...reasonOf(reason) })}`
  try {
    const release = await patiently(() =>
      client.releases.create({ ...wanted, ...reasonOf(reason) }, { idempotencyKey, signal }),
    )
    await saveSent(session, release.id, wanted)
    emit({ type: 'release', releaseId: release.id, text: `created as a draft` })
    if (release.filled) emit({ type: 'note', text: `Filled from defaults of the hub: ${release.filled.join(', ')}` })
    return release
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'external_id_taken') throw error
    const found = await findByExternalId(session, wanted)
    if (!found) throw error
    // It is not known what was sent then; all differences are sent now.
    const { release } = found
    emit({ type: 'release', releaseId: release.id, text: 'found: an earlier run created it' })
    return update(session, { found, sent: assumeSent(release, wanted), wanted, reason })
  }
}

const reasonOf = (reason: string | undefined) => (reason === undefined ? {} : { audioChangeReason: reason })

/** The hub asks for a reason although the folder did not change: the release in `replaces` had other audio. */
const isReasonMissing = ({ findings }: Release): boolean => findings.some(({ code }) => code === 'replacement_audio')

/** As if every member of ours at the hub had been sent. */
function assumeSent(release: Release, wanted: DeliverRequest): DeliverRequest {
  const held = release as unknown as Readonly<Record<string, unknown>>
  const pick = (from: Readonly<Record<string, unknown>>, like: object) =>
    Object.fromEntries(Object.keys(like).flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  const tracks = release.tracks.map((track, index) =>
    pick({ ...track }, wanted.tracks[index] ?? { title: '', uploadId: '' }),
  )
  return { ...pick(held, wanted), tracks } as unknown as DeliverRequest
}

async function updateRelease(
  session: DeliverSession,
  { id, sent }: ReleaseRecord,
  { wanted, reason }: Pick<Change, 'wanted' | 'reason'>,
): Promise<Release> {
  for (let attempt = 1; ; attempt++) {
    const found = await session.patiently(() => findRelease(session, id))
    if (!found) throw releaseGone(id)
    try {
      return await update(session, { found, sent, wanted, reason })
    } catch (error) {
      // It was changed between the two requests: the next attempt reads and keeps that change.
      const isOvertaken = error instanceof ConflictError && error.code === 'precondition_failed'
      if (!isOvertaken || attempt === mostAttempts) throw error
    }
  }
}

const mostAttempts = 3

interface Change {
  readonly found: FoundRelease
  readonly sent: DeliverRequest
  readonly wanted: DeliverRequest
  readonly reason: string | undefined
}

async function update(
  session: DeliverSession,
  { found: { release, etag }, sent, wanted, reason }: Change,
): Promise<Release> {
  const { client, emit, signal, patiently } = session
  const changes = buildPatch(sent, wanted, release)
  if (changes === undefined && (reason === undefined || !isReasonMissing(release))) {
    await saveSent(session, release.id, wanted)
    emit({ type: 'release', releaseId: release.id, text: `continued, ${release.status}` })
    return release
  }
  const patch = { ...changes, ...reasonOf(reason) }
  const idempotencyKey = `update-${release.id}-${fingerprintOf([etag, patch])}`
  const changed = await askingForReason(
    patiently(() => client.releases.update(release.id, patch, { idempotencyKey, ifMatch: etag, signal })),
  )
  await saveSent(session, release.id, wanted)
  emit({ type: 'release', releaseId: release.id, text: describeChange(sent, wanted) })
  const overruled = describeOverruled(sent, wanted, release)
  if (overruled.length > 0)
    emit({ type: 'note', text: `Also changed on the hub; the version in the folder was used: ${overruled.join(', ')}` })
  return changed
}

const describeChange = (sent: DeliverRequest, wanted: DeliverRequest): string => {
  const changes = describeChanges(sent, wanted)
  return changes.length === 0 ? 'added the reason for the other audio' : `changed: ${changes.join(', ')}`
}

/** The hub compares audio, so only it knows whether a reason is needed. */
async function askingForReason(work: Promise<Release>): Promise<Release> {
  try {
    return await work
  } catch (error) {
    const missing =
      error instanceof SpindleError && error.errors.find(({ code }) => code === 'audio_change_reason_missing')
    if (!missing) throw error
    throw new CommandError(missing.detail, {
      exitCode: exitCodes.validation,
      code: 'audio_change_reason_missing',
      fix: 'Add --reason "..." with the reason, such as --reason "The wrong mix was sent". To keep the delivered audio, restore the file.',
    })
  }
}

const saveSent = (session: DeliverSession, id: string, sent: DeliverRequest): Promise<void> =>
  session.record.change((record) => ({ ...record, release: { id, sent } }))

/** Another body needs another key: the hub refuses one key for two. */
const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

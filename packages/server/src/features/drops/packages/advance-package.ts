import { AppError, type ErrorCode } from '@spindle/contract'
import { type MessagePlace, maxXmlBytes } from '@spindle/contract/ern-packages'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { findUploads } from '../../uploads/index.ts'
import type { Look } from '../look.ts'
import { endRefused, finishPackage, putAway } from './finish-package.ts'
import type { ListedPackage } from './list-place.ts'
import {
  advancePackage,
  deletePackage,
  insertPackage,
  lockTakenPackage,
  type PackageRow,
  savePackageChange,
  savePackageWait,
} from './package-queries.ts'
import { PackageRefused, type ReadPackage, readPackage, sortPackage } from './read-package.ts'
import { keepUnchanged, takeFiles } from './take-files.ts'

/**
 * A package goes from `arriving` over `taken` (its files are uploads) and `handed_in` (its messages are imports) to its
 * end. Each step may be repeated: a process that is killed in between resumes where it was.
 */

interface Standing {
  readonly row: PackageRow | undefined
  readonly listed: ListedPackage
  /** False while an earlier package is not handed in: the order of packages is what they mean. */
  readonly mayHandIn: boolean
}

/** `open` while later packages have to wait for this one, `busy` where the next look may come soon. */
export interface Advance {
  readonly isOpen: boolean
  readonly isBusy: boolean
}

const closed: Advance = { isOpen: false, isBusy: false }
const waiting: Advance = { isOpen: true, isBusy: false }
const busy: Advance = { isOpen: true, isBusy: true }

/** For so long others wait for one that never gets whole. */
const patienceMs = 24 * 3_600_000

/** What the account or the operator may change; the package waits for it. */
const passing: ReadonlySet<ErrorCode> = new Set(['quota_exceeded', 'storage_full', 'overloaded'])

export async function advance(look: Look, { row, listed, mayHandIn }: Standing): Promise<Advance> {
  if (!row) return see(look, listed)
  const isSame = row.fingerprint.equals(listed.fingerprint)
  if (row.endedAt) return isSame ? keepEnded(look, row) : seeAgain(look, row, listed)
  if (row.status === 'handed_in')
    return (await finishPackage(look, row, isSame)) ? closed : { isOpen: false, isBusy: true }
  if (!isSame) return noteChange(look, row, listed)
  try {
    const advanced =
      row.status === 'taken' ? await handIn(look, { row, listed, mayHandIn }) : await take(look, row, listed)
    return isStuck(look, row) ? { ...advanced, isOpen: false } : advanced
  } catch (error) {
    if (error instanceof PackageRefused) {
      await endRefused(look, row, error)
      return closed
    }
    if (look.signal.aborted || !(error instanceof AppError)) throw error
    const { message: detail } = error
    if (!passing.has(error.code) && isSettled(look, row)) {
      await endRefused(look, row, new PackageRefused(error.code, detail))
      return closed
    }
    await savePackageWait(look.tenant, row.id, { detail, isChecked: false })
    return isStuck(look, row) ? closed : waiting
  }
}

const isSettled = ({ now, drop }: Look, { changedAt }: PackageRow): boolean =>
  now.getTime() - changedAt.getTime() >= drop.settings.settleSeconds * 1000

export const isStuck = ({ now }: Look, { createdAt }: PackageRow): boolean =>
  now.getTime() - createdAt.getTime() > patienceMs

const seenOf = ({ now }: Look, { fingerprint, entries, bytes }: ListedPackage) => ({
  fingerprint,
  files: entries.length,
  bytes,
  at: now,
})

async function see(look: Look, listed: ListedPackage): Promise<Advance> {
  await insertPackage(look.tenant, look.drop.id, { name: listed.name, ...seenOf(look, listed) })
  return waiting
}

/** It came again under its name, or something came to it late. */
async function seeAgain(look: Look, row: PackageRow, listed: ListedPackage): Promise<Advance> {
  await deletePackage(look.tenant, row.id)
  return see(look, listed)
}

async function noteChange(look: Look, row: PackageRow, listed: ListedPackage): Promise<Advance> {
  await savePackageChange(look.tenant, row.id, seenOf(look, listed))
  return isStuck(look, row) ? closed : waiting
}

/** The hub was killed before it had put it away. */
async function keepEnded(look: Look, row: PackageRow): Promise<Advance> {
  await putAway(look, row)
  return closed
}

async function take(look: Look, row: PackageRow, listed: ListedPackage): Promise<Advance> {
  const hasSettled = isSettled(look, row)
  if (row.isChecked && !hasSettled) return waiting
  if (listed.fault !== undefined) throw new PackageRefused('unsafe_package', listed.fault)
  const read = await readPackage({ transport: look.transport, listed }, look.imports.read)
  if (hasSettled) requireMessages(read)
  const wrong = await takeFiles({ ...look, row, listed }, read.needed)
  const lack = lackOf(read, wrong)
  if (lack !== undefined && !hasSettled) {
    await savePackageWait(look.tenant, row.id, { detail: lack, isChecked: true })
    return waiting
  }
  await advancePackage(look.tenant, row.id, { from: 'arriving', to: 'taken' })
  return busy
}

function requireMessages({ messages, missing }: ReadPackage): void {
  if (messages.length === 0)
    throw new PackageRefused('no_message', 'It contains no NewReleaseMessage and no PurgeReleaseMessage.')
  if (missing.length > 0)
    throw new PackageRefused('incomplete_batch', `Its manifest lists messages that are missing: ${listed(missing)}.`)
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, 5).join(', ').slice(0, 600)}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`

/** Why it is not complete; undefined when it is. */
function lackOf(read: ReadPackage, wrong: readonly string[]): string | undefined {
  const { messages, missing, lacking, broken, needed, isMarked } = read
  if (messages.length === 0) return 'Waiting for its message.'
  if (missing.length > 0) return `Waiting for messages listed in its manifest: ${listed(missing)}.`
  if (lacking.length > 0) return `Waiting for files listed in its messages: ${listed(lacking)}.`
  if (wrong.length > 0)
    return `Waiting for complete files. The hash or size differs from the message: ${listed(wrong)}.`
  if (isMarked) return undefined
  if (broken.length > 0) return `Waiting for the rest of ${listed(broken)}.`
  const unsaid = needed.filter(({ hashes }) => hashes.length === 0).map(({ path }) => path)
  return unsaid.length === 0
    ? undefined
    : `Waiting until these files stop changing, because the message has no hash for them: ${listed(unsaid)}.`
}

/** Before, or while they are looked at, the hub does not know yet what they are. */
const unready: ReadonlySet<string> = new Set(['awaiting_data', 'received', 'analysing'])

async function handIn(
  look: Look,
  { row, listed, mayHandIn }: Standing & { readonly row: PackageRow },
): Promise<Advance> {
  if (!mayHandIn) {
    await savePackageWait(look.tenant, row.id, {
      detail: 'Waiting for packages that were sent earlier.',
      isChecked: true,
    })
    return waiting
  }
  const files = await keepUnchanged({ ...look, row, listed })
  const uploads = await findUploads(
    look.tenant,
    files.map(({ uploadId }) => uploadId),
  )
  if ([...uploads.values()].some(({ status }) => unready.has(status))) return busy
  const uploadOf = new Map(files.map(({ path, uploadId }) => [path, uploadId] as const))
  const { messages } = await sortPackage({ transport: look.transport, listed })
  const done = new Set((await look.imports.listOfPackage(look.tenant, row.id)).map(({ drop }) => drop?.path))
  for (const message of messages) {
    look.signal.throwIfAborted()
    if (!done.has(message.path)) await handInMessage(look, row, { message, uploadOf })
  }
  await advancePackage(look.tenant, row.id, { from: 'taken', to: 'handed_in' })
  return { isOpen: false, isBusy: true }
}

interface Handing {
  readonly message: MessagePlace
  readonly uploadOf: ReadonlyMap<string, string>
}

async function handInMessage(
  look: Look,
  row: PackageRow,
  { message: { path, files }, uploadOf }: Handing,
): Promise<void> {
  const { drop, imports, database, transport } = look
  const message = await transport.read(path, maxXmlBytes)
  const given = files.flatMap((file) => {
    const uploadId = uploadOf.get(file.name)
    return uploadId === undefined ? [] : [{ path: file.path, uploadId }]
  })
  await database.tenantTransaction(drop.accountId, async (trx: TenantTransaction) => {
    // Somebody else went on with it, or it has changed meanwhile.
    if (!(await lockTakenPackage(trx, row.id))) return
    const origin = { dropId: drop.id, packageId: row.id, path }
    const actor = { type: 'drop', id: drop.id, name: `drop ${drop.id}` }
    await imports.take(trx, { actor, message, files: given, origin })
  })
}

import { OperatorNeeded } from '../interchange/index.ts'
import type { Look, Looking } from './look.ts'
import { advance, isStuck } from './packages/advance-package.ts'
import { finishPackage } from './packages/finish-package.ts'
import { listPlace } from './packages/list-place.ts'
import {
  deletePackage,
  listPackages,
  listTakenFiles,
  type PackageRow,
  savePackageWait,
} from './packages/package-queries.ts'

/** One poll of a drop: each package advances by one step, in the order in which they were sent. */

/** What has ended and is gone is forgotten then. */
const rememberedMs = 30 * 24 * 3_600_000

/** Answers whether more can be done soon, and what the operator should know. */
export async function lookIntoDrop(
  looking: Looking,
): Promise<{ readonly isBusy: boolean; readonly problem: string | null }> {
  const { database, drop, transport } = looking
  // Objects have no folders.
  if (transport.rename && (await transport.stat('')) === undefined) throw new Error('the folder does not exist')
  const tenant = database.tenant(drop.accountId)
  const place = await listPlace(transport)
  const look: Look = { ...looking, tenant, place }
  const rows = new Map((await listPackages(tenant, drop.id)).map((row) => [row.name, row] as const))
  let isBusy = false
  let mayHandIn = true
  let problem = place.isWhole ? findObstacle(look) : tooFull
  for (const listed of place.packages) {
    looking.signal.throwIfAborted()
    const row = rows.get(listed.name)
    rows.delete(listed.name)
    try {
      const advanced = await advance(look, { row, listed, mayHandIn })
      isBusy ||= advanced.isBusy
      mayHandIn &&= !advanced.isOpen
    } catch (error) {
      problem ??= await noteFailure(look, row, error)
      mayHandIn &&= row !== undefined && isStuck(look, row)
    }
  }
  if (place.isWhole) for (const row of rows.values()) isBusy = (await letGo(look, row)) || isBusy
  return { isBusy, problem }
}

const findObstacle = ({ drop, sender }: Look): string | null =>
  drop.settings.acknowledges === true && !sender ? 'no acknowledgements are sent: set SPINDLE_DPID to send them' : null

const tooFull = 'it contains more than 100,000 files; remove files that were already read'

/** A failure with one package does not affect the others, unless the hub can no longer access the place. */
async function noteFailure(look: Look, row: PackageRow | undefined, error: unknown): Promise<string> {
  if (look.signal.aborted || error instanceof OperatorNeeded || !(error instanceof Error)) throw error
  look.log.warn('drops.look_failed', { dropId: look.drop.id, error })
  if (row) await savePackageWait(look.tenant, row.id, { detail: error.message, isChecked: false })
  return `${row?.name ?? 'a new package'}: ${error.message}`
}

/** Somebody took it away, or the hub was killed after it did. Answers whether it still waits for its end. */
async function letGo(look: Look, row: PackageRow): Promise<boolean> {
  const { tenant, uploads, drop, now } = look
  if (row.status === 'handed_in') return !(await finishPackage(look, row, false))
  if (row.endedAt) {
    if (now.getTime() - row.endedAt.getTime() > rememberedMs) await deletePackage(tenant, row.id)
    return false
  }
  const files = await listTakenFiles(tenant, row.id)
  await deletePackage(tenant, row.id)
  for (const { uploadId } of files) await uploads.discard(drop.accountId, uploadId)
  return false
}

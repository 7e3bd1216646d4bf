import type { Import } from '@spindle/contract'
import { putText } from '../../interchange/index.ts'
import { acknowledgements } from '../drop.ts'
import type { Look } from '../look.ts'
import { acknowledge } from './acknowledge.ts'
import { endPackage, type PackageRow } from './package-queries.ts'
import type { PackageRefused } from './read-package.ts'

/**
 * The end of a package: its report is written, the hub remembers the end, the package is put away. In this order, so
 * that after a crash only what was left is done again. Nothing is ever deleted.
 */

/** False while messages of it wait to be read. `isSame` says that nothing has come to it since it was taken. */
export async function finishPackage(look: Look, row: PackageRow, isSame: boolean): Promise<boolean> {
  const imports = await look.imports.listOfPackage(look.tenant, row.id)
  if (imports.some(({ status }) => status === 'waiting')) return false
  const refused = imports.filter(({ status }) => status === 'refused').length
  const detail = refused === 0 ? null : `${refused} of ${imports.length} messages were refused.`
  await end(look, row, { status: refused === 0 ? 'done' : 'refused', detail, refusal: null, imports })
  // Files that arrived late are treated as a separate package, in place.
  if (isSame) await putAway(look, { ...row, status: refused === 0 ? 'done' : 'refused' })
  return true
}

export async function endRefused(look: Look, row: PackageRow, { code, message }: PackageRefused): Promise<void> {
  await end(look, row, { status: 'refused', detail: message, refusal: { code, message }, imports: [] })
  await putAway(look, { ...row, status: 'refused' })
}

interface Ending {
  readonly status: 'done' | 'refused'
  readonly detail: string | null
  readonly refusal: { readonly code: string; readonly message: string } | null
  readonly imports: readonly Import[]
}

async function end(look: Look, row: PackageRow, { status, detail, refusal, imports }: Ending): Promise<void> {
  const { drop, transport, now, signal } = look
  if (drop.settings.afterwards !== 'nothing') {
    requireOwnFolder(look, status)
    const report = {
      drop: drop.id,
      package: row.name,
      status,
      endedAt: now.toISOString(),
      refusal,
      messages: imports.map(summarise),
    }
    await transport.mkdirs(status)
    await putText(transport, `${status}/${row.name}.json`, `${JSON.stringify(report, null, 2)}\n`, signal)
  }
  if (drop.settings.acknowledges === true && imports.length > 0) {
    requireOwnFolder(look, acknowledgements)
    await acknowledge(look, imports)
  }
  await endPackage(look.tenant, row.id, { status, detail, at: now })
  look.log.info('drops.package_ended', { dropId: drop.id, package: row.name, status })
}

const summarise = ({ id, drop, status, messageId, releaseId, refusal, files }: Import) => ({
  path: drop?.path ?? null,
  importId: id,
  status,
  messageId,
  releaseId,
  refusal,
  files: files.filter((file) => file.status !== 'accepted' && file.status !== 'kept'),
})

/** Out of the way of what comes next. A name that is taken already stays with what has it. */
export async function putAway(
  look: Look,
  { id, name, status }: Pick<PackageRow, 'id' | 'name' | 'status'>,
): Promise<void> {
  const { drop, transport } = look
  if (drop.settings.afterwards !== 'move' || !transport.rename) return
  requireOwnFolder(look, status)
  const isTaken = (await transport.stat(`${status}/${name}`)) !== undefined
  await transport.rename(name, `${status}/${isTaken ? `${name}_${id.slice(0, 8)}` : name}`)
}

/** Whoever fills the place could lay a link there, and have the hub write elsewhere. */
function requireOwnFolder({ place }: Look, name: string): void {
  if (place.falseEndings.includes(name))
    throw new Error(`${name} in the drop is not a folder, so the hub cannot write there`)
}

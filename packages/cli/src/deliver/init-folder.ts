import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@spindle/command-line'
import type { CommandContext } from '../command-line/command-context.ts'
import { quoteForShell } from '../command-line/repeat-options.ts'
import { sanitizeText } from '../output/terminal-output.ts'
import type { Emit } from './deliver-events.ts'
import { type Folder, readFolder } from './folder/read-folder.ts'
import { formatManifest } from './plan/format-manifest.ts'
import { makePlan } from './plan/make-plan.ts'

/** `deliver --init`: writes a release.yaml from tags and file names. It needs no hub. */

interface InitOptions {
  readonly folder: string
  /** Replace a release.yaml without asking. */
  readonly force: boolean
}

const manifestName = 'release.yaml'

/** Throws with code `manifest_exists` when the folder has one and replacing it is not confirmed. */
export async function initFolder(
  context: CommandContext,
  emit: Emit,
  { folder: given, force }: InitOptions,
): Promise<void> {
  const { cwd, signal, out } = context
  const folder = await readFolder(given, cwd)
  await confirmReplacing(context, folder, force)
  // The current content of the file does not count: it is about to be replaced.
  const plan = await makePlan({ ...folder, manifests: [] }, signal)
  emit({ type: 'planned', plan })
  const command = `spindle deliver ${quoteForShell(given)} --dry-run`
  const path = join(folder.path, manifestName)
  await writeFile(path, formatManifest(plan, command), { flag: folder.manifests.length > 0 ? 'w' : 'wx' })
  out.result({ path, tracks: plan.tracks.length }, () => [
    `${out.paint('green', '✔')} Wrote ${sanitizeText(join(given, manifestName))}. Fill in the missing details there.`,
  ])
  out.next(`Next: ${command}`)
}

async function confirmReplacing(context: CommandContext, { manifests }: Folder, force: boolean): Promise<void> {
  const other = manifests.find(({ name }) => name !== manifestName)
  if (other !== undefined)
    throw new CommandError(`The folder already has ${other.name}. Nothing was written`, {
      code: 'manifest_exists',
      fix: `Edit that file, or remove it first. A folder can have only one of them.`,
    })
  if (manifests.length === 0 || force) return
  if (!context.canAsk)
    throw new CommandError(`The folder already has ${manifestName}. Nothing was written`, {
      code: 'manifest_exists',
      fix: 'Edit that file, or add --force to replace it.',
    })
  await context.confirm(`Replace ${manifestName}? Its content will be lost.`, false)
}

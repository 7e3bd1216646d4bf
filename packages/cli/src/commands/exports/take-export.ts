import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Export, type Spindle, SpindleError } from '@spindle/client'
import { CommandError, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { formatBytes, formatCount } from '../../output/format-units.ts'
import { checkArchive } from './check-archive.ts'
import { downloadArchive } from './download-archive.ts'
import type { take } from './export-commands.ts'

/**
 * From the request to a file that was compared with its digests. An unfinished file has the id of its export in its
 * name.
 */

interface Unfinished {
  readonly path: string
  readonly exportId: string
}

/** An export of a large account takes long. */
const waitMs = 24 * 60 * 60_000

export const takeExport: CommandHandler<typeof take> = async (context, { file = 'spindle-export.tar' }) => {
  const target = resolve(context.cwd, file)
  if (await exists(target)) throw new UsageError(`${file} already exists`, 'Name another file, or remove it.')
  const client = await context.client()
  try {
    const made = await findOrBegin(context, client, target)
    const part = partOf(target, made.id)
    const { size } = made
    if (size === null) throw new CommandError(`The hub did not return the size of ${made.id}`)
    await downloadArchive(context, client, { exportId: made.id, path: part, size })
    context.out.say('Comparing every file with its SHA-256.')
    const { files, problems } = await checkArchive(part, context.signal)
    if (problems.length > 0) {
      // The next run begins at the first byte again.
      await rm(part)
      throw new CommandError(`The archive is damaged: ${problems.slice(0, 5).join('; ')}`, {
        code: 'archive_damaged',
        fix: 'Run the same command again.',
      })
    }
    await finish(part, target)
    context.out.result({ file: target, exportId: made.id, size, files, missing: made.missing }, () => [
      `${file}: ${formatCount(files, 'file')}, ${formatBytes(size)}, identical to the hub.`,
      ...(made.missing === null || made.missing === 0
        ? []
        : [`${formatCount(made.missing, 'upload')} missing on the hub. See "missing" in manifest.json.`]),
    ])
    return undefined
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError('Run the same command again; it continues where it stopped.')
    throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const partOf = (target: string, exportId: string): string => `${target}.${exportId}.part`

async function findOrBegin(context: CommandContext, client: Spindle, target: string): Promise<Export> {
  const { out, signal } = context
  for (const { path, exportId } of await listUnfinished(target)) {
    const known = await findExport(client, exportId, signal)
    if (known && known.status !== 'failed') {
      out.say(`Continuing ${exportId}.`)
      return client.exports.waitFor(exportId, { signal, timeoutMs: waitMs })
    }
    await rm(path)
    out.say(`${exportId} has expired. Starting a new export.`)
  }
  const { id } = await client.exports.create({ signal })
  // Before the wait, so that running the command again continues this export.
  await (await open(partOf(target, id), 'wx', 0o600)).close()
  out.say(`The hub is creating ${id}.`)
  return client.exports.waitFor(id, { signal, timeoutMs: waitMs })
}

async function listUnfinished(target: string): Promise<Unfinished[]> {
  const folder = dirname(target)
  const beginning = `${basename(target)}.`
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`The folder ${folder} does not exist`, 'Create it, or name another file.')
  })
  return names.flatMap((name) => {
    const rest = name.startsWith(beginning) ? name.slice(beginning.length) : ''
    const exportId = /^(exp_[0-9A-Z]{26})\.part$/.exec(rest)?.[1]
    return exportId === undefined ? [] : [{ path: join(folder, name), exportId }]
  })
}

const findExport = (client: Spindle, exportId: string, signal: AbortSignal): Promise<Export | undefined> =>
  client.exports.get(exportId, { signal }).catch((error: unknown) => {
    if (error instanceof SpindleError && error.code === 'export_not_found') return undefined
    throw error
  })

async function finish(part: string, target: string): Promise<void> {
  const file = await open(part, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, target)
}

import { readFile } from 'node:fs/promises'
import type { Import, Spindle, Upload } from '@spindle/client'
import { CommandError, type ExitCode, exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { formatCount } from '../../output/format-units.ts'
import { rememberFinished } from '../uploads/remember-finished.ts'
import { sendAndCheck } from '../uploads/upload-files.ts'
import { findArchiveReader, withUnpacked } from './archive/open-archive.ts'
import { formatImport } from './format-import.ts'
import type { importInput } from './import-commands.ts'
import { findPackage, type PackageMessage, type PackagePlace, readPackage } from './read-package.ts'

/** Files first, then the messages one after the other: the order of a batch is the order of the events. */

interface Done {
  readonly message: string
  readonly result: Import
  readonly otherFiles: ReadonlySet<string>
}

export const importPackages: CommandHandler<typeof importInput> = async (context, input) => {
  const { isFile, ...place } = await findPackage(input.package, context.cwd)
  const read = isFile ? await findArchiveReader(place) : undefined
  const work = (found: PackagePlace) => importPlace(context, found, input)
  return read ? withUnpacked({ archive: place, ...context }, read, work) : work(place)
}

type Limits = Pick<Sending, 'concurrency' | 'bwlimit'>

async function importPlace(context: CommandContext, place: PackagePlace, limits: Limits): Promise<ExitCode> {
  const messages = await readPackage(place)
  const cache = rememberFinished(context.uploadCache)
  const client = await context.client(cache)
  try {
    const uploads = await sendAll(context, client, { messages, ...limits })
    const done: Done[] = []
    for (const message of messages) {
      const result = await handIn(context, client, { message, uploads })
      done.push({ message: message.name, result, otherFiles: message.otherFiles })
    }
    await cache.forgetFinished()
    return report(context, done)
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError('Run the same command again; it continues where it stopped.')
    throw error
  }
}

interface Sending {
  readonly messages: readonly PackageMessage[]
  readonly concurrency?: number | undefined
  readonly bwlimit?: number | undefined
}

/** Each file once, however many messages include it. */
async function sendAll(
  context: CommandContext,
  client: Spindle,
  { messages, concurrency, bwlimit }: Sending,
): Promise<ReadonlyMap<string, Upload>> {
  const byName = new Map(messages.flatMap(({ files }) => files.map(({ file }) => [file.name, file] as const)))
  const files = [...byName.values()]
  if (files.length === 0) return new Map()
  // Checked before the message is imported: the hub compares the values of the message with its own measurements.
  const outcomes = await sendAndCheck(context, { client, files, concurrency, bwlimit })
  const failed = outcomes.find(({ failure }) => failure !== undefined)
  if (failed)
    throw new CommandError(`${failed.file}: ${failed.failure?.message}`, {
      code: failed.failure?.code,
      fix: 'No message was imported. Run the same command again; uploaded files are not sent again.',
    })
  return new Map(outcomes.flatMap(({ file, upload }) => (upload ? [[file, upload] as const] : [])))
}

async function handIn(
  { signal }: CommandContext,
  client: Spindle,
  { message, uploads }: { readonly message: PackageMessage; readonly uploads: ReadonlyMap<string, Upload> },
): Promise<Import> {
  const files = message.files.flatMap(({ path, file }) => {
    const upload = uploads.get(file.name)
    return upload ? [{ path, uploadId: upload.id }] : []
  })
  const body = { message: await readFile(message.path, 'base64'), files }
  const { id } = await client.imports.create(body, { signal })
  return client.imports.waitFor(id, { signal, timeoutMs: 3_600_000 })
}

const isBad = ({ result: { status } }: Done): boolean => status === 'refused' || status === 'incomplete'

/** `2 messages: 1 taken over, 1 refused` */
function summarize(done: readonly Done[]): string {
  const count = (wanted: Import['status']): number => done.filter(({ result: { status } }) => status === wanted).length
  const [refused, incomplete] = [count('refused'), count('incomplete')]
  const parts = [
    ...(refused === done.length ? [] : [`${done.length - refused - incomplete} imported`]),
    ...(incomplete === 0 ? [] : [`${incomplete} with missing files`]),
    ...(refused === 0 ? [] : [`${refused} refused`]),
  ]
  return `${formatCount(done.length, 'message')}: ${parts.join(', ')}`
}

function report({ out }: CommandContext, done: readonly Done[]): ExitCode {
  out.result(
    done.map(({ message, result }) => ({ message, ...result })),
    () => done.flatMap(({ message, result, otherFiles }) => formatImport(message, result, { ...out, otherFiles })),
  )
  const releases = [...new Set(done.flatMap(({ result: { releaseId } }) => releaseId ?? []))]
  const bad = done.filter(isBad).length
  out.say(summarize(done))
  const [first] = releases
  if (bad > 0) out.next('Next: fix the problems marked ✖ and import the package again.')
  else if (first !== undefined)
    out.next(`Next: spindle releases validate ${first}, then spindle releases submit ${first}`)
  return bad === 0 ? exitCodes.ok : exitCodes.validation
}

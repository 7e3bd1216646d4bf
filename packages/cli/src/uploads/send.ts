import { resolve } from 'node:path'
import { AuthenticationError, PermissionDeniedError, type Spindle, type Upload } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes, InterruptedError } from '../errors.ts'
import { type Explanation, explain } from '../explain.ts'
import { counted, formatBytes } from '../units.ts'
import type { send } from './commands.ts'
import { createView, type UploadView } from './view.ts'

/** What became of one file: `upload` as far as the hub has it, `error` where it failed. */
interface Outcome {
  readonly file: string
  readonly upload: Upload | null
  readonly error: Omit<Explanation, 'exitCode'> | null
  readonly exitCode: ExitCode
}

export const uploadFiles: Run<typeof send> = async (context, { files, concurrency = 3, wait }) => {
  const { out } = context
  const client = await context.client()
  const paths = [...new Set(files)]
  const view = createView(out)
  try {
    const outcomes = await sendAll(context, { client, view, paths, concurrency, waits: wait })
    view.close()
    out.result(
      outcomes.map(({ exitCode: _, ...outcome }) => outcome),
      () => [],
    )
    return summarise(context, outcomes)
  } catch (error) {
    view.close()
    if (context.signal.aborted) throw new InterruptedError('Run the same command again; it goes on where it stopped.')
    throw error
  }
}

/** Hours of audio in a long queue. */
const longestCheckMs = 3_600_000

interface Job {
  readonly client: Spindle
  readonly view: UploadView
  readonly waits: boolean
}

async function sendAll(
  { cwd, signal }: Context,
  { paths, concurrency, ...job }: Job & { readonly paths: readonly string[]; readonly concurrency: number },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = paths.entries()
  const stop = new AbortController()
  const ends = AbortSignal.any([signal, stop.signal])
  const work = async (): Promise<void> => {
    for (const [index, file] of queue)
      outcomes[index] = await sendOne(job, { file, path: resolve(cwd, file), signal: ends })
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, paths.length) }, work))
  } catch (error) {
    // The others would say the same, or write on while the reason is being told.
    stop.abort(error)
    throw error
  }
  return outcomes
}

interface SendFile {
  readonly file: string
  readonly path: string
  readonly signal: AbortSignal
}

async function sendOne({ client, view, waits }: Job, { file, path, signal }: SendFile): Promise<Outcome> {
  let upload: Upload | null = null
  try {
    upload = await uploadFile(client, path, {
      signal,
      onProgress: (progress) => view.progress(file, progress),
    })
    view.sent(file, upload)
    if (waits) upload = await client.uploads.waitFor(upload.id, { signal, timeoutMs: longestCheckMs })
    const isRefused = upload.status === 'rejected'
    view.done(file, upload)
    return { file, upload, error: null, exitCode: isRefused ? exitCodes.validation : exitCodes.ok }
  } catch (error) {
    signal.throwIfAborted()
    // Without the right key no file will arrive.
    if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) throw error
    const { exitCode, ...explanation } = explain(error)
    view.failed(file, explanation)
    return { file, upload, error: explanation, exitCode }
  }
}

function summarise({ out }: Context, outcomes: readonly Outcome[]): ExitCode {
  const uploads = outcomes.flatMap(({ upload }) => upload ?? [])
  const codes = outcomes.map(({ exitCode }) => exitCode)
  const rejected = uploads.filter(({ status }) => status === 'rejected').length
  const failed = codes.filter((code) => code !== exitCodes.ok).length - rejected
  const bytes = uploads.reduce((sum, { offset }) => sum + offset, 0)
  const words = [
    `${counted(outcomes.length, 'file')}, ${formatBytes(bytes)} on the hub`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  out.say(words.join(', '))
  if (failed > 0) out.next('Next: run the same command again; what has arrived is not sent twice.')
  else if (rejected > 0) out.next('Next: mend what is marked ✖ and upload it again.')
  else out.next('Next: spindle releases create <file>, with these ids as uploadId')
  return failed > 0 ? exitCodes.failed : rejected > 0 ? exitCodes.validation : exitCodes.ok
}

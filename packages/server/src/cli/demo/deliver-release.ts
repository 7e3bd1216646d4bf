import { type Release, Spindle, type Upload, UploadError } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import type { Hub } from '../../start-hub.ts'
import type { DemoFile, DemoFiles } from './demo-files.ts'
import { type DemoReleasePlan, type DemoUploads, demoRelease } from './demo-release.ts'
import { answerNext, demoStore } from './demo-store.ts'
import { openConnectionDropper } from './dropped-connection.ts'
import { passReview } from './pass-review.ts'
import { pollUntil, type StepPrinter, waitMs } from './step-printer.ts'

/** The main job: masters and a cover become an EP that is live. */

/** Sends a part again if it did not arrive complete. */
const partBytes = 1024 ** 2

export async function uploadAll(
  report: StepPrinter,
  client: Spindle,
  apiKey: string,
  { masters, cover }: DemoFiles,
): Promise<DemoUploads> {
  const ids: string[] = []
  for (const [index, master] of masters.entries()) {
    // The second one loses its connection in the middle, on purpose.
    const upload = await (index === 1
      ? report.step(
          `Uploaded ${master.title}`,
          () => uploadOverBreakingLine(client.baseUrl, apiKey, master),
          ({ resumedAt }) => `connection cut, resumed at byte ${resumedAt} of ${master.bytes.length}`,
        )
      : report.step(
          `Uploaded ${master.title}`,
          () => uploadFile(client, master.path),
          () => `${(master.bytes.length / 1024 ** 2).toFixed(1)} MiB`,
        ))
    ids.push(upload.id)
  }
  const { id } = await report.step('Uploaded the cover', () => uploadFile(client, cover.path))
  await report.step(
    'Analysed every file',
    () => Promise.all([...ids, id].map((uploadId) => awaitReady(client, uploadId))),
    describeAudio,
  )
  return { masters: ids, cover: id }
}

/** Fails halfway, then makes the same calls again, like a program that was restarted. */
async function uploadOverBreakingLine(
  baseUrl: string,
  apiKey: string,
  { path, bytes }: DemoFile,
): Promise<Upload & { readonly resumedAt: number }> {
  const line = await openConnectionDropper(baseUrl, Math.floor(bytes.length / 2))
  try {
    const client = new Spindle({ baseUrl: line.url, apiKey })
    const interrupted = await uploadFile(client, path, { partBytes, maxRetries: 0 }).catch((error: unknown) => error)
    if (!(interrupted instanceof UploadError))
      throw new Error('The line was to break in the middle of the upload, and did not', { cause: interrupted })
    let resumedAt: number | undefined
    const upload = await uploadFile(client, path, {
      partBytes,
      onProgress: ({ uploadedBytes }) => {
        resumedAt ??= uploadedBytes
      },
    })
    return { ...upload, resumedAt: resumedAt ?? 0 }
  } finally {
    await line.close()
  }
}

async function awaitReady(client: Spindle, uploadId: string): Promise<Upload> {
  const upload = await client.uploads.waitFor(uploadId, { timeoutMs: waitMs, pollMs: 100 })
  if (upload.status === 'rejected') throw new Error(`The upload was rejected: ${JSON.stringify(upload.findings)}`)
  return upload
}

const describeAudio = (uploads: readonly Upload[]): string =>
  uploads
    .flatMap(({ technical }) =>
      technical?.kind === 'audio'
        ? [`${technical.codec} ${technical.integratedLufs?.toFixed(1)} LUFS ${technical.truePeakDbtp?.toFixed(1)} dBTP`]
        : [],
    )
    .join(', ')

const harbour = ({ masters }: DemoFiles): DemoReleasePlan => ({
  title: 'Night Harbour',
  type: 'ep',
  artist: 'Ada Verne',
  genre: 'ambient',
  trackTitles: masters.map(({ title }) => title),
  releaseDate: new Date().toISOString().slice(0, 10),
})

/** A different serial for every demo on the same hub: an identifier belongs to one release. */
const newSerial = (): number => Math.floor(Date.now() / 1000) % 90_000

export interface Delivery {
  readonly hub: Pick<Hub, 'releases' | 'outlets'>
  readonly material: DemoFiles
  readonly uploads: DemoUploads
  /** The folder in which the demo's store receives packages. */
  readonly storeFolder: string
}

export async function deliverRelease(
  report: StepPrinter,
  client: Spindle,
  { hub, material, uploads, storeFolder }: Delivery,
): Promise<Release> {
  const draft = await report.step(
    'Created the EP',
    () => client.releases.create(demoRelease(harbour(material), uploads, newSerial())),
    ({ id, validation }) => `${id}, ${validation.errors} errors, ${validation.warnings} warnings`,
  )
  await report.step(
    'Submitted it',
    async () => {
      const submitted = await client.releases.submit(draft.id)
      return { ...submitted, isApproved: await passReview(hub, submitted) }
    },
    ({ status, isApproved }) => (isApproved ? `${status}, and approved as its operator does` : status),
  )
  await report.step(
    'Delivered it to Demo Store as a package of DDEX ERN, and the store answered FileOK',
    () => answerNext(storeFolder),
    (packages) => packages.join(', '),
  )
  // An outlet that was added by hand may be out of reach.
  const isOfDemo = ({ id, kind }: { readonly id: string; readonly kind: string }): boolean =>
    kind === 'property' || id === demoStore
  const outletIds = new Set(
    hub.outlets
      .list()
      .filter(isOfDemo)
      .map(({ id }) => id),
  )
  return report.step(
    'Live',
    async () => {
      await client.releases.waitFor(draft.id, { timeoutMs: waitMs, pollMs: 100 })
      return pollUntil(
        () => client.releases.get(draft.id),
        ({ deliveries }) => deliveries.every(({ outlet, status }) => status === 'live' || !outletIds.has(outlet.id)),
        waitMs,
      )
    },
    ({ deliveries }) => deliveries.map(({ outlet, status }) => `${outlet.id} ${status}`).join(', '),
  )
}

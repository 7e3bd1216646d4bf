import { type ReleaseInput, Spindle, type Upload } from '@spindle/client'

/** What a page does with the chosen files; the test calls it. */

interface Wanted {
  readonly baseUrl: string
  readonly apiKey: string
  readonly ep: ReleaseInput
}

async function fileOf(name: string): Promise<File> {
  const blob = await (await fetch(`/${name}`)).blob()
  return new File([blob], name, { type: blob.type, lastModified: 1_750_000_000_000 })
}

const masterNames = ['1.wav', '2.wav', '3.wav']

/**
 * Waits until every master is remembered, so that the page is never left while the answer to a creation is on its way: the
 * upload of a lost answer would stay until it expires.
 */
async function untilMastersBegan(): Promise<void> {
  const names = () => Object.keys(localStorage)
  const count = (isOne: (name: string) => boolean): number => names().filter(isOne).length
  const began = () => count((name) => name.startsWith('spindle-upload|') || masterNames.includes(name))
  while (began() < masterNames.length) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function deliver({ baseUrl, apiKey, ep }: Wanted) {
  const client = new Spindle({ baseUrl, apiKey })
  const wentOnAt: Record<string, number> = {}
  // The client remembers what is unfinished, in localStorage; what is finished is the page's to remember.
  const send = async (name: string, throttle?: () => Promise<void>): Promise<Upload> => {
    const finished = localStorage.getItem(name)
    if (finished !== null) return client.uploads.get(finished)
    const upload = await client.uploads.create(await fileOf(name), {
      partBytes: 1024 ** 2,
      throttle,
      onProgress: ({ uploadedBytes }) => {
        wentOnAt[name] ??= uploadedBytes
      },
    })
    localStorage.setItem(name, upload.id)
    return upload
  }
  const cover = await send('cover.jpg')
  const masters = await Promise.all(masterNames.map((name) => send(name, untilMastersBegan)))
  await Promise.all([cover, ...masters].map(({ id }) => client.uploads.waitFor(id)))
  const tracks = ep.tracks.map((track, index) => ({ ...track, uploadId: masters[index]?.id ?? track.uploadId }))
  const { id } = await client.releases.create({ ...ep, coverUploadId: cover.id, tracks })
  await client.releases.submit(id)
  const release = await client.releases.waitFor(id, { status: 'live' })
  for (const name of ['cover.jpg', ...masterNames]) localStorage.removeItem(name)
  return { release, wentOnAt, forgotten: localStorage.length === 0 }
}

Object.assign(globalThis, { deliver })

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { makePicture } from '../harness/pictures.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openQuickStoreHub, openStoreHub, type StoreHub } from '../harness/store-folder.ts'
import { coverJpeg, storeFile } from '../harness/submittable.ts'

/** Covers that were uploaded as WebP or TIFF, which stores do not accept. */

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const textOf = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}[^>]*>([^<]+)<`).exec(xml)?.[1]
const imageOf = (xml: string): string => /<Image>[\s\S]*<\/Image>/.exec(xml)?.[0] ?? ''

describe('a cover that no store takes as it is', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })
  const upload = async (format: 'webp' | 'tiff') =>
    storeFile(
      { url: store.hub.hub.url, key: store.fixture.key },
      `image/${format}`,
      await makePicture({ width: 3_000, format }),
    )
  const preview = async (id: string, outlet: string) =>
    (await store.hub.json('GET', `${releasesPath}/${id}/ern?outlet=${outlet}`, { key: store.fixture.key })).body

  it.each(['webp', 'tiff'] as const)('is sent as a JPEG, as the message and the preview state: %s', async (format) => {
    const { id: outlet, folder } = await store.addStore()
    const coverUploadId = await upload(format)
    const { id, upc } = await store.submit(outlet, { coverUploadId })
    const { xml, batch, messageId } = await store.nthMessage(folder, 1)
    const name = `resources/${upc}_T2_001.jpg`
    const bytes = await readFile(join(folder, batch, upc, name))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 3_000, height: 3_000 })
    const image = imageOf(xml)
    expect({
      codec: textOf(image, 'ImageCodecType'),
      width: textOf(image, 'ImageWidth'),
      uri: textOf(image, 'URI'),
      sha256: textOf(image, 'HashSumValue'),
      size: textOf(image, 'FileSize'),
      uploadId: textOf(image, 'ProprietaryId'),
    }).toEqual({
      codec: 'JPEG',
      width: '3000',
      uri: name,
      sha256: sha256(bytes),
      size: String(bytes.length),
      uploadId: coverUploadId,
    })
    const shown = await preview(id, outlet)
    expect(shown.problems).toEqual([])
    expect(imageOf(shown.xml)).toBe(image)

    // The store has it: an update names the same file and does not send it again.
    await acknowledge(folder, messageId, 'FileOK')
    await store.reach(id, 'live')
    await store.fixture.patch(id, { label: 'Red Lamp' })
    await store.fixture.act(id, 'submit')
    const update = await store.nthMessage(folder, 2)
    expect(textOf(imageOf(update.xml), 'HashSumValue')).toBe(sha256(bytes))
    expect(await readdir(join(folder, update.batch, upc))).toEqual([`${upc}.xml`])
  })

  it('is refused with what to do if it cannot be converted', async () => {
    const { id: outlet, folder } = await store.addStore()
    const coverUploadId = await upload('webp')
    // As if another version of the hub had accepted a file that this one cannot read.
    const { system } = store.hub.opened.database
    await system.execute(`update uploads set status = 'rejected' where id = $1`, [coverUploadId])
    const { body: draft } = await store.fixture.release({ outlets: [outlet], coverUploadId })
    expect((await preview(draft.id, outlet)).problems).toContainEqual({
      code: 'resource_not_meeting_specifications',
      pointer: '/coverUploadId',
      message: 'The cover is a WEBP file, which stores do not accept, and could not be converted.',
      fix: 'Use JPEG or PNG.',
    })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a converted cover that differs from its message', () => {
  it('is not sent under the digest of the other one', async () => {
    const [first, second] = await Promise.all([coverJpeg(40), coverJpeg(50)])
    let bytes = first
    const store = await openQuickStoreHub(async () => ({ bytes, width: 40, height: 40 }))
    const folder = join(await temporaryFolder('spindle-store'), 'incoming')
    // The message is made, and its package cannot be written.
    await writeFile(folder, 'no folder')
    const { id: outlet } = await store.addStore({ folder })
    const coverUploadId = await storeFile(
      { url: store.hub.hub.url, key: store.fixture.key },
      'image/webp',
      await makePicture({ width: 3_000, format: 'webp' }),
    )
    const { id, upc } = await store.submit(outlet, { coverUploadId })
    const reasonIs = (code: string) =>
      store.fixture.until(id, ({ deliveries: [delivery] }) => delivery.reason?.code === code)
    await reasonIs('outlet_unreachable')
    bytes = second
    await rm(folder)
    await mkdir(folder, { recursive: true })
    await reasonIs('files_changed')
    expect(await readdir(folder)).toEqual([])
    bytes = first
    const { batch } = await store.nthMessage(folder, 1)
    expect(await readFile(join(folder, batch, upc, `resources/${upc}_T2_001.jpg`))).toEqual(first)
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gtin13 } from '../../../server/test/harness/releases.ts'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { runSpindle } from '../harness/spindle.ts'
import { completeManifest, makeFolder } from './folder.ts'
import { type DeliveryHub, startDeliveryHub } from './hub.ts'

let hub: DeliveryHub
let cover: Buffer
const masters = [1, 2, 3].map((seed) => masterWav(seed))

beforeAll(async () => {
  hub = await startDeliveryHub()
  cover = await coverJpeg()
})

const album = (serial: number) =>
  makeFolder({
    '01 Song 1.wav': masters[0] ?? '',
    '02 Song 2.wav': masters[1] ?? '',
    '03 Song 3.wav': masters[2] ?? '',
    'cover.jpg': cover,
    'release.yaml': completeManifest(gtin13(serial)),
  })

describe('spindle deliver', () => {
  it('delivers a folder until it is live, and knows so the next time', async () => {
    const folder = await album(1)
    const first = await runSpindle(['deliver', folder, '--submit', '--watch'], hub.settings)
    expect(first).toMatchObject({ code: 0 })
    const summary = JSON.parse(first.stdout)
    expect(summary).toMatchObject({ title: 'Night Drive', type: 'single', status: 'live' })
    const release = await hub.client.releases.retrieve(summary.releaseId)
    const uploads = await Promise.all(release.tracks.map(({ uploadId }) => hub.client.uploads.retrieve(uploadId)))
    expect(uploads.map((upload) => upload.sha256)).toEqual(masters.map((master) => sha256(master)))

    const before = await hub.counts()
    const second = await runSpindle(['deliver', folder, '--submit', '--watch'], hub.settings)
    expect(second).toMatchObject({ code: 0 })
    expect(JSON.parse(second.stdout)).toMatchObject({ releaseId: summary.releaseId, status: 'live' })
    expect(second.stderr).toContain('live already')
    expect(await hub.counts()).toEqual(before)
    expect(await readFile(join(folder, '.spindle/state.json'), 'utf8')).not.toContain(hub.settings.key)
  })
})

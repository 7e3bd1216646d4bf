import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { coverJpeg, shortMaster } from '../../../server/test/harness/submittable.ts'
import { message42, sha256 } from '../../../server/test/imports/messages.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
const wav = shortMaster(1)
const hash = (value: string): string =>
  `<HashSum><Algorithm>SHA-256</Algorithm><HashSumValue>${value}</HashSumValue></HashSum>`
const second = (parts: Parameters<typeof message42>[0]): string =>
  message42({ messageId: 'M2', upc: '0200000000028', ...parts }).replaceAll('far-1', 'far-2')

beforeAll(async () => {
  fixture = await openHubFixture()
  for (const [folder, xml] of [
    ['batch/0200000000011', message42({ hash: hash(sha256(wav)) })],
    ['batch/0200000000028', second({ title: 'Second', hash: hash('a'.repeat(64)) })],
  ] as const) {
    await mkdir(join(fixture.folder, folder, 'resources'), { recursive: true })
    await fixture.write(`${folder}/message.xml`, xml)
    await fixture.write(`${folder}/resources/A1.wav`, wav)
    await fixture.write(`${folder}/resources/A2.jpg`, await coverJpeg())
  }
  await fixture.write('batch/BatchComplete_20261120100000123.xml', '<ManifestMessage/>')
  await mkdir(join(fixture.folder, 'empty'))
})

describe('import', () => {
  it('imports every package of a batch, and says what is wrong with one', async () => {
    const { code, stdout, stderr } = await fixture.spindle(['import', 'batch', '--json'])
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('2 messages: 1 imported, 1 refused'),
    })
    const imported = JSON.parse(stdout)
    expect(imported).toMatchObject([
      {
        message: 'batch/0200000000011/message.xml',
        status: 'created',
        files: [{ status: 'accepted' }, {}],
        notes: expect.arrayContaining([
          expect.objectContaining({
            message:
              'Track 1: the message has the length 3:01, but the audio lasts 0:04. The length of the audio is used.',
          }),
        ]),
      },
      { message: 'batch/0200000000028/message.xml', status: 'refused', refusal: { code: 'files_differ' } },
    ])
    const draft = await fixture.json(['releases', 'get', imported[0].releaseId])
    expect(draft).toMatchObject({ status: 'draft', title: 'Night Drive', upc: '0200000000011' })
    expect(await fixture.json(['imports', 'get', imported[0].id])).toMatchObject({ status: 'created' })
    const message = await fixture.spindle(['imports', 'message', imported[0].id])
    expect(message).toMatchObject({ code: 0, stdout: message42({ hash: hash(sha256(wav)) }) })
    const { data } = await fixture.json(['imports', 'list', '--status', 'refused'])
    expect(data).toMatchObject([{ id: imported[1].id, senderName: 'Far Label' }])
  })

  it('shows it in a terminal of 80 columns, and the second time changes nothing', async () => {
    const { code, stdout } = await fixture.shown(['import', 'batch'], { columns: 80 })
    expect(code).toBe(4)
    const lines = stripVTControlCharacters(stdout).split('\r\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines).toContain('✔ batch/0200000000011/message.xml changes nothing')
    expect(lines).toContain('✖ batch/0200000000028/message.xml was refused')
    expect(lines.join(' ')).toMatch(/✖ hash differs from the message +resources\/A1\.wav/)
  })

  it('says that a file in a foreign format is not accepted', async () => {
    await mkdir(join(fixture.folder, 'm4a/resources'), { recursive: true })
    const xml = message42({ messageId: 'M3', upc: '0200000000035' })
      .replaceAll('far-1', 'far-3')
      .replace('A1.wav', 'A1.m4a')
    await fixture.write('m4a/message.xml', xml)
    await fixture.write('m4a/resources/A1.m4a', wav.subarray(0, 100))
    const { code, stdout } = await fixture.shown(['import', 'm4a'], { columns: 120 })
    expect(code).toBe(4)
    const text = stripVTControlCharacters(stdout)
    expect(text).toMatch(/✖ in an unsupported format +resources\/A1\.m4a/)
    expect(text).toMatch(/✖ not in the package +resources\/A2\.jpg/)
    expect(text).toContain('1 message: 1 refused')
  })

  it('takes one message by its name, and nothing without one', async () => {
    const [alone] = await fixture.json(['import', 'batch/0200000000011/message.xml'])
    expect(alone.status).toBe('unchanged')
    expect(await fixture.spindle(['import', 'empty'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('contains no NewReleaseMessage'),
    })
    expect(await fixture.spindle(['import', 'nowhere'])).toMatchObject({ code: 2 })
  })
})

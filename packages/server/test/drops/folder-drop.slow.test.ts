import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type DropHub,
  delivery,
  emptyFolder,
  filesIn,
  lay,
  layBatch,
  manifestOf,
  openDropHub,
  readReport,
} from '../harness/drop-folder.ts'
import { eventually } from '../harness/eventually.ts'
import { operatorOf } from '../harness/operator.ts'
import { startSecondNode } from '../harness/second-node.ts'

/** Files that others put into a folder, from the first byte to the draft. */

describe('a folder that packages are taken from', () => {
  let drop: DropHub
  beforeAll(async () => {
    drop = await openDropHub()
  })
  const statuses = async (id: string): Promise<string[]> => (await drop.imports(id)).map(({ status }) => status)
  const draftOf = async (id: string, place: number) =>
    (await drop.fixture.get((await drop.imports(id))[place]?.releaseId)).body

  it('gives a batch to its account, in the order of its manifest, and puts it away with a report', async () => {
    const folder = await drop.addDrop('batch')
    const [one, two] = [await delivery(1), await delivery(2)]
    const batch = '20261120100000123'
    await layBatch(folder, batch, [two, one])
    await drop.look('batch')
    expect([await drop.packages('batch'), await drop.imports('batch')]).toEqual([[[batch, 'arriving', null]], []])
    await drop.lookUntilQuiet('batch')
    expect(await drop.packages('batch')).toEqual([[batch, 'done', null]])
    const imports = await drop.imports('batch')
    expect(imports).toMatchObject([
      { status: 'created', messageId: 'D2', drop: { id: 'batch', path: `${batch}/${two.upc}/${two.upc}.xml` } },
      { status: 'created', messageId: 'D1', drop: { id: 'batch', path: `${batch}/${one.upc}/${one.upc}.xml` } },
    ])
    expect(await draftOf('batch', 1)).toMatchObject({
      status: 'draft',
      upc: one.upc,
      tracks: [{ isrc: 'ZZABC2700001' }],
    })
    const { body: events } = await drop.fixture.events(imports[0].releaseId)
    expect(events.data.map(({ actor }: { actor: unknown }) => actor)).toContainEqual({
      type: 'drop',
      id: 'batch',
      name: 'drop batch',
    })
    expect(await filesIn(folder)).toEqual(
      [
        `${batch}.json`,
        ...[one, two].flatMap(({ upc }) =>
          [`${upc}.xml`, 'resources/A1.wav', 'resources/A2.jpg'].map((path) => `${batch}/${upc}/${path}`),
        ),
        `${batch}/BatchComplete_${batch}.xml`,
      ].map((path) => `done/${path}`),
    )
    expect(await readReport(folder, `done/${batch}.json`)).toMatchObject({
      ...{ drop: 'batch', package: batch, status: 'done', refusal: null },
      messages: [
        { messageId: 'D2', status: 'created', releaseId: imports[0].releaseId, refusal: null, files: [] },
        { messageId: 'D1', status: 'created', importId: imports[1].id },
      ],
    })

    // The same once more: nothing changes, and both stay.
    await layBatch(folder, batch, [two, one])
    await drop.lookUntilQuiet('batch')
    expect(await statuses('batch')).toEqual(['created', 'created', 'unchanged', 'unchanged'])
    expect((await filesIn(join(folder, 'done'))).filter((path) => path.includes('BatchComplete'))).toEqual([
      `${batch}/BatchComplete_${batch}.xml`,
      expect.stringMatching(new RegExp(`^${batch}_[0-9a-f]{8}/BatchComplete_`)),
    ])
  })

  it('waits for what comes slowly, and takes it once and whole', async () => {
    const folder = await drop.addDrop('slow')
    const { upc, xml, files } = await delivery(3)
    const name = `${upc}_20261120100000200`
    const waits = async () => {
      await drop.look('slow')
      await drop.look('slow')
      return (await drop.packages('slow'))[0]?.slice(1)
    }
    await lay(join(folder, name), { [`${upc}.xml`]: xml.slice(0, 2_000) })
    expect(await waits()).toEqual(['arriving', `Waiting for the rest of ${name}/${upc}.xml.`])
    await lay(join(folder, name), { [`${upc}.xml`]: xml })
    expect(await waits()).toEqual([
      'arriving',
      'Waiting for files listed in its messages: resources/A1.wav, resources/A2.jpg.',
    ])
    const audio = files['resources/A1.wav'] ?? Buffer.alloc(0)
    await lay(join(folder, name), { ...files, 'resources/A1.wav': audio.subarray(0, 1_024) })
    expect(await waits()).toEqual([
      'arriving',
      `Waiting for complete files. The hash or size differs from the message: ${name}/resources/A1.wav.`,
    ])
    for (const bytes of [2_048, 3_072]) {
      await lay(join(folder, name), { 'resources/A1.wav': audio.subarray(0, bytes) })
      await drop.look('slow')
    }
    expect(await drop.imports('slow')).toEqual([])
    await lay(join(folder, name), files)
    await drop.lookUntilQuiet('slow')
    expect(await statuses('slow')).toEqual(['created'])
    const [{ id }] = await drop.imports('slow')
    const { body } = await drop.hub.json('GET', `/api/v1/music-distributor/imports/${id}`, { key: drop.fixture.key })
    expect(body.files).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }])
    // The account keeps nothing of a file that was read too early.
    const { body: uploads } = await drop.hub.json('GET', '/api/v1/distributor/uploads?limit=100', {
      key: drop.fixture.key,
    })
    const short = uploads.data.filter(({ size }: { size: number }) => size <= 3_072)
    expect(short.filter(({ status }: { status: string }) => status !== 'expired')).toEqual([])
  })

  it('waits for the rest of a file that is shorter than its message states', async () => {
    const folder = await drop.addDrop('short')
    const { upc, xml, files } = await delivery(40, { hash: '<FileSize>900000</FileSize>' })
    await lay(join(folder, upc), { [`${upc}.xml`]: xml, ...files })
    await drop.lookUntilQuiet('short')
    const wait = `Waiting for complete files. The hash or size differs from the message: ${upc}/resources/A1.wav.`
    expect(await drop.packages('short')).toEqual([[upc, 'arriving', wait]])
    await drop.letSettle()
    await drop.lookUntilQuiet('short')
    expect(await readReport(folder, `refused/${upc}.json`)).toMatchObject({
      messages: [{ refusal: { code: 'files_differ' }, files: [{ path: 'resources/A1.wav', status: 'size_differs' }] }],
    })
  })

  it('takes what nothing proves whole once nothing changes any more', async () => {
    const folder = await drop.addDrop('quiet')
    const { upc, xml, files } = await delivery(4, { hash: '' })
    await lay(join(folder, upc), { [`${upc}.xml`]: xml, ...files })
    await drop.lookUntilQuiet('quiet')
    expect(await drop.packages('quiet')).toEqual([
      [
        upc,
        'arriving',
        `Waiting until these files stop changing, because the message has no hash for them: ${upc}/resources/A1.wav.`,
      ],
    ])
    await drop.letSettle()
    await drop.lookUntilQuiet('quiet')
    expect(await statuses('quiet')).toEqual(['created'])
  })

  it('takes the other messages of a batch if one is bad, and names it', async () => {
    const folder = await drop.addDrop('bad')
    const [good, bad] = [await delivery(5), await delivery(6)]
    const evil = bad.xml.replace('?>', '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')
    await layBatch(folder, '20261120100000300', [{ ...bad, xml: evil }, good])
    await drop.lookUntilQuiet('bad')
    expect(await statuses('bad')).toEqual(['refused', 'created'])
    expect(await drop.packages('bad')).toEqual([['20261120100000300', 'refused', '1 of 2 messages were refused.']])
    const report = await readReport(folder, 'refused/20261120100000300.json')
    expect(report.messages).toMatchObject([{ refusal: { code: 'xml_refused' } }, { status: 'created' }])
    expect(JSON.stringify(report)).not.toContain('root:')
  })

  it('hands in packages in the order in which they were sent', async () => {
    const folder = await drop.addDrop('order')
    const first = await delivery(7, { title: 'First' })
    const second = await delivery(7, { title: 'Second', messageId: 'D7b' })
    const [early, late] = ['20261120100000400', '20261120100000401']
    // The first one that was sent arrives last.
    await lay(join(folder, early, first.upc), { [`${first.upc}.xml`]: first.xml })
    await layBatch(folder, late, [{ ...second, files: {} }])
    await lay(join(folder, late, second.upc), second.files)
    await drop.look('order')
    await drop.look('order')
    await drop.look('order')
    expect(await drop.imports('order')).toEqual([])
    expect((await drop.packages('order')).map(([name, status]) => [name, status])).toEqual([
      [early, 'arriving'],
      [late, 'taken'],
    ])
    await layBatch(folder, early, [first])
    await drop.lookUntilQuiet('order')
    expect((await drop.imports('order')).map(({ messageId, status }) => [messageId, status])).toEqual([
      ['D7', 'created'],
      ['D7b', 'updated'],
    ])
    expect((await draftOf('order', 1)).title).toBe('Second')
  })

  it('refuses what is outside the archive, and reads nothing behind', async () => {
    const folder = await drop.addDrop('hostile')
    const outside = await emptyFolder()
    await writeFile(join(outside, 'secret.wav'), 'the canary')
    const linked = await delivery(8)
    await layBatch(folder, 'linked', [linked])
    await symlink(join(outside, 'secret.wav'), join(folder, 'linked', linked.upc, 'resources', 'A3.wav'))
    const named = await delivery(9)
    const away = named.xml.replaceAll('resources/A1.wav', `../../../${outside.split('/').at(-1)}/secret.wav`)
    await layBatch(folder, 'named', [{ ...named, xml: away }])
    await lay(folder, { 'empty/readme.txt': 'nothing', 'loose.xml': named.xml, '.hidden/a.xml': named.xml })
    await lay(folder, { 'torn/BatchComplete_torn.xml': manifestOf('a/a.xml', 'b/b.xml'), 'torn/a/a.xml': named.xml })
    await drop.lookUntilQuiet('hostile')
    await drop.letSettle()
    await drop.lookUntilQuiet('hostile')
    expect(await drop.packages('hostile')).toEqual([
      ['empty', 'refused', 'It contains no NewReleaseMessage and no PurgeReleaseMessage.'],
      ['linked', 'refused', expect.stringContaining('A3.wav is neither a file nor a folder.')],
      ['named', 'refused', '1 of 1 messages were refused.'],
      ['torn', 'refused', 'Its manifest lists messages that are missing: b/b.xml.'],
    ])
    expect(await readReport(folder, 'refused/linked.json')).toMatchObject({
      refusal: { code: 'unsafe_package' },
      messages: [],
    })
    expect(await drop.imports('hostile')).toMatchObject([
      { status: 'refused', drop: { path: `named/${named.upc}/${named.upc}.xml` } },
    ])
    const left = await filesIn(folder)
    expect(left.filter((path) => !path.startsWith('refused/'))).toEqual(['.hidden/a.xml', 'loose.xml'])
    expect(await filesIn(outside)).toEqual(['secret.wav'])
    const { body } = await drop.hub.json('GET', '/api/v1/distributor/uploads?limit=100', { key: drop.fixture.key })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('writes nothing through a link in place of its folder, and reports it', async () => {
    const folder = await drop.addDrop('linked')
    const outside = await emptyFolder()
    await symlink(outside, join(folder, 'done'))
    await layBatch(folder, 'one', [await delivery(10)])
    const problem = await eventually(
      async () => {
        await drop.look('linked')
        return (await drop.hub.hub.drops.list()).find(({ id }) => id === 'linked')?.problem ?? undefined
      },
      { what: 'the problem' },
    )
    expect(problem).toBe('one: done in the drop is not a folder, so the hub cannot write there')
    expect(await filesIn(outside)).toEqual([])
    expect(await statuses('linked')).toEqual(['created'])
    await rename(join(folder, 'done'), join(folder, '.away'))
    await drop.lookUntilQuiet('linked')
    expect((await filesIn(join(folder, 'done'))).includes('one.json')).toBe(true)
    expect(await statuses('linked')).toEqual(['created'])
  })

  it('replaces a link under the name of its report', async () => {
    const folder = await drop.addDrop('laid')
    const outside = await emptyFolder()
    await writeFile(join(outside, 'canary'), 'the canary')
    await lay(folder, { 'done/readme.txt': 'laid by the sender' })
    await symlink(join(outside, 'canary'), join(folder, 'done', 'one.json.part'))
    await layBatch(folder, 'one', [await delivery(19)])
    await drop.lookUntilQuiet('laid')
    expect(await readReport(folder, 'done/one.json')).toMatchObject({ package: 'one', status: 'done' })
    expect(await readFile(join(outside, 'canary'), 'utf8')).toBe('the canary')
  })

  it('leaves a package in place when configured to, and imports it once', async () => {
    for (const [id, afterwards, left] of [
      ['reports', 'report', ['done/one.json']],
      ['silent', 'nothing', []],
    ] as const) {
      const folder = await drop.addDrop(id, undefined, { afterwards })
      const sent = await delivery(id === 'silent' ? 11 : 12)
      await layBatch(folder, 'one', [sent])
      await drop.lookUntilQuiet(id)
      await drop.look(id)
      await drop.look(id)
      expect(await statuses(id)).toEqual(['created'])
      expect((await filesIn(folder)).filter((path) => !path.startsWith('one/'))).toEqual(left)
      // Later files in it are checked.
      await layBatch(folder, 'one', [await delivery(id === 'silent' ? 11 : 12, { title: 'New', messageId: `E-${id}` })])
      await drop.lookUntilQuiet(id)
      expect(await statuses(id)).toEqual(['created', 'updated'])
    }
  })

  it('takes nothing for an account that is suspended, and all of it afterwards', async () => {
    const operator = operatorOf(drop.hub)
    const folder = await drop.addDrop('suspended')
    await layBatch(folder, 'one', [await delivery(17)])
    await operator('accounts', 'suspend', drop.fixture.account.accountId)
    await drop.look('suspended')
    await drop.look('suspended')
    expect(await drop.packages('suspended')).toEqual([])
    await operator('accounts', 'resume', drop.fixture.account.accountId)
    await drop.lookUntilQuiet('suspended')
    expect(await drop.packages('suspended')).toEqual([['one', 'done', null]])
  })

  it('is looked into behind the other places of its account, so that one account holds one worker', async () => {
    for (const id of ['first-of-two', 'second-of-two']) await drop.addDrop(id)
    const queues = await drop.hub.opened.database.system.rows(
      `select distinct queue_name from graphile_worker.jobs
       where task_identifier = 'lookIntoDrop' and key like '%-of-two'`,
    )
    expect(queues).toEqual([{ queue_name: `drops:${drop.fixture.account.accountId}` }])
  })

  it('takes each package once when two nodes look into it', async () => {
    const second = await startSecondNode(drop.hub)
    const folder = await drop.addDrop('shared', undefined, { everySeconds: 0.05 })
    const sent = await Promise.all([13, 14, 15, 16].map((serial) => delivery(serial)))
    await Promise.all(sent.map((one, index) => layBatch(folder, `2026112010000050${index}`, [one])))
    await drop.lookUntilQuiet('shared')
    expect(await statuses('shared')).toEqual(['created', 'created', 'created', 'created'])
    expect(second.url).not.toBe(drop.hub.url)
  })
})

describe('an account that has used up its room', () => {
  it('keeps its packages waiting in their place', async () => {
    const drop = await openDropHub({ environment: { SPINDLE_QUOTA_STORED_BYTES: '1000' } })
    const folder = await drop.addDrop('full')
    await layBatch(folder, 'one', [await delivery(18)])
    const before = await filesIn(folder)
    await drop.look('full')
    await drop.look('full')
    const [found] = await drop.packages('full')
    expect(found?.slice(0, 2)).toEqual(['one', 'arriving'])
    expect(found?.[2]).toContain('1000')
    await drop.letSettle()
    await drop.look('full')
    expect((await drop.packages('full'))[0]?.[1]).toBe('arriving')
    expect(await filesIn(folder)).toEqual(before)
    expect(await drop.imports('full')).toEqual([])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
let isrc: string

const line = (code: string, streams: number) => `${code},,Song,big,DE,2026-03,${streams},,0.5,EUR`
const table = (...lines: readonly string[]): string =>
  ['isrc,upc,title,store,territory,period,streams,downloads,revenue,currency', ...lines].join('\n')

beforeAll(async () => {
  fixture = await openHubFixture({ environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  const { body } = await fixture.releases.release({ submit: true })
  isrc = body.tracks[0].isrc
  await fixture.releases.until(body.id, ({ status }) => status === 'live')
})

describe('reports', () => {
  it('are previewed, imported, listed, shown and undone', async () => {
    await fixture.write('march.csv', table(line(isrc, 100), line('ZZNIL2600001', 7)))
    const bring = ['reports', 'import', 'march.csv', '--source', 'store']
    expect((await fixture.json([...bring, '--preview'])).rows).toMatchObject([
      { isrc: isrc.replaceAll('-', ''), streams: 100, verdict: 'matched' },
      { isrc: 'ZZNIL2600001', verdict: 'waiting' },
    ])
    expect((await fixture.json(['reports', 'list'])).data).toEqual([])
    const report = await fixture.json(bring)
    expect(report).toMatchObject({ lines: 1, waitingLines: 1, filename: 'march.csv', actor: { type: 'account' } })
    expect((await fixture.json(bring)).id).toBe(report.id)
    expect((await fixture.json(['reports', 'list'])).data).toMatchObject([{ id: report.id }])
    const shown = await fixture.shown(['reports', 'show', report.id])
    expect(shown.stdout + shown.stderr).toContain('1 line of your releases: 100 streams, 0.5 EUR')
    expect(shown.stdout).toContain('ZZNIL2600001')
    await fixture.write('again.csv', table(line(isrc, 101)))
    const again = ['reports', 'import', 'again.csv', '--source', 'store']
    expect(await fixture.spindle(again)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('[report_conflict]'),
    })
    const newer = await fixture.json([...again, '--replace'])
    expect(newer).toMatchObject({ totals: { streams: 101 } })
    expect(await fixture.json(['reports', 'undo', newer.id, '--yes'])).toMatchObject({ status: 'undone' })
    expect((await fixture.json(['reports', 'list'])).data).toEqual([])
  })

  it('set lines aside that cannot be read, and list them', async () => {
    await fixture.write('damaged.csv', table(line(isrc, 5), line(isrc, 6).replace('DE', 'Narnia')))
    const bring = ['reports', 'import', 'damaged.csv', '--source', 'damaged']
    expect(await fixture.spindle(bring)).toMatchObject({ code: 4 })
    const preview = await fixture.shown([...bring, '--set-aside', '--preview'])
    expect(preview.stdout).toContain('not read: line 3, territory, "Narnia": "Narnia" is not a country.')
    const report = await fixture.json([...bring, '--set-aside'])
    expect(report).toMatchObject({ lines: 1, setAsideLines: 1, setAside: [{ line: 3, cell: 'Narnia' }] })
    const listed = await fixture.json(['reports', 'set-aside', report.id])
    expect(listed.data).toMatchObject([{ line: 3, column: 'territory', cell: 'Narnia' }])
    await fixture.json(['reports', 'undo', report.id, '--yes'])
  })

  it.each([
    ['no source', [], '--source is missing'],
    ['both ways', ['--source', 's', '--replace', '--add'], '--replace and --add cannot be used together'],
    [
      'two readings',
      ['--source', 's', '--preset', 'dsr', '--mapping', 'm.json'],
      '--mapping and --preset cannot be used together',
    ],
    ['no mapping there', ['--source', 's', '--mapping', 'nowhere.json'], 'cannot be read'],
  ])('refuse %s', async (_, more, message) => {
    await fixture.write('some.csv', table(line(isrc, 1)))
    expect(await fixture.spindle(['reports', 'import', 'some.csv', ...more])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    })
  })
})

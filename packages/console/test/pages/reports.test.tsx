import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const report = {
  id: 'rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  source: 'distrokid',
  format: 'distrokid',
  from: '2026-10-01',
  to: '2026-10-31',
  status: 'applied',
  actor: { type: 'account' },
  lines: 120,
  waitingLines: 3,
  skippedLines: 0,
  setAsideLines: 0,
  reported: null,
  filename: 'october.csv',
  messageId: null,
  replacedBy: null,
  importedAt: '2026-11-26T10:00:00.000Z',
  totals: { streams: 5000, downloads: 1, revenue: [{ currency: 'EUR', amount: '12.34' }] },
} as const

async function openList(reports: readonly object[] = [report], person?: Person) {
  const hub = labelHub(person)
  hub.answer('listReports', { data: reports })
  return { hub, page: await openInLabel(hub, '/reports') }
}

describe('the reports of stores', () => {
  it('are listed with their period, their numbers, and how many lines wait', async () => {
    const { page } = await openList()
    const table = await page.findByRole('table', { name: 'Reports' })
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'Report Numbers Lines Imported',
      'distrokid October 2026 october.csv 5,000 streams · 1 download · EUR 12.34 120 lines counted 3 lines waiting 2 hours ago',
    ])
    expect(within(table).getByRole('link', { name: 'distrokid, October 2026' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/reports/rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
  })

  it('say how many lines were set aside', async () => {
    const { page } = await openList([{ ...report, setAsideLines: 1 }])
    const [, row] = within(await page.findByRole('table', { name: 'Reports' })).getAllByRole('row')
    expect(textOf(row as Element)).toContain('120 lines counted 3 lines waiting 1 line set aside')
  })

  it('say that the operator brought one in, and that it has no numbers', async () => {
    const { page } = await openList([
      { ...report, actor: { type: 'operator' }, filename: null, waitingLines: 0, totals: {} },
    ])
    const [, row] = within(await page.findByRole('table', { name: 'Reports' })).getAllByRole('row')
    expect(textOf(row as Element)).toBe(
      'distrokid October 2026 No numbers 120 lines counted 2 hours agoby the hub operator',
    )
  })

  it('are summed over the last twelve months by track, store, country or month', async () => {
    const hub = labelHub()
    hub.answer('listReports', { data: [report] })
    const track = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    const meta = {
      sources: [{ outlet: 'spotify', name: 'Spotify', kind: 'report' }],
      names: { [track]: { title: 'Second Sun', artist: 'Ada Red', isrc: 'ZZABC2600001' } },
    }
    const revenue = [
      { currency: 'EUR', amount: '0.0034' },
      { currency: 'USD', amount: '1.5' },
    ]
    const rows = {
      track: [{ group: { track }, metrics: { streams: 1200, revenue } }],
      outlet: [{ group: { outlet: 'spotify' }, metrics: { streams: 7 } }],
      territory: [
        { group: { territory: 'JP' }, metrics: { downloads: 2 } },
        { group: { territory: null }, metrics: {} },
      ],
      month: [{ date: '2026-08-01', group: {}, metrics: { streams: 5 } }],
    }
    hub.answer(
      'getDistributorAnalytics',
      ({ query }) =>
        ({
          data: rows[(query.groupBy ?? 'month') as keyof typeof rows],
          page: { hasMore: query.groupBy === 'outlet' },
          meta,
        }) as never,
    )
    const page = await openInLabel(hub, '/reports')
    const card = await page.findByRole('region', { name: 'Numbers of the last 12 months' })
    const seen = async (by: string | undefined, first: string) => {
      if (by !== undefined) await page.user.click(within(card).getByRole('button', { name: by }))
      await within(card).findByText(first)
      return textsOf(within(card).getAllByRole('row').slice(1))
    }
    expect(await seen(undefined, 'Second Sun')).toEqual([
      'Second Sun · Ada Red · ZZABC2600001 1,200 – EUR 0.0034 · USD 1.50',
    ])
    expect(await seen('Store', 'Spotify')).toEqual(['Spotify 7 – –'])
    within(card).getByText('The first 1. Download the CSV for all.')
    expect(await seen('Country', 'Japan')).toEqual(['Japan – 2 –', 'Not set – – –'])
    expect(await seen('Month', 'August 2026')).toEqual(['August 2026 5 – –'])
    expect(
      hub.asked('getDistributorAnalytics').map(({ query }) => [query.kind, query.groupBy, query.granularity]),
    ).toEqual([
      ['report', 'track', 'total'],
      ['report', 'outlet', 'total'],
      ['report', 'territory', 'total'],
      ['report', undefined, 'month'],
    ])
  })

  it('are downloaded as a table', async () => {
    const { page } = await openList()
    expect((await page.findByRole('link', { name: 'Download numbers as CSV' })).getAttribute('href')).toBe(
      'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/analytics?kind=report&format=csv&groupBy=track,outlet',
    )
  })

  it('are explained when there is none', async () => {
    const { page } = await openList([])
    await page.findByRole('heading', { name: 'No reports yet' })
    await page.user.click(page.getByRole('link', { name: 'Import a report' }))
    await page.findByRole('heading', { name: 'Import a report' })
  })

  it('cannot be imported by a viewer', async () => {
    const { page } = await openList([], { role: 'viewer' })
    expect(await page.findByText(/^Your role \(viewer\) cannot import or undo reports\./)).toBeDefined()
    await page.findByRole('heading', { name: 'No reports yet' })
    expect(page.queryByRole('link', { name: 'Import a report' })).toBe(null)
  })

  it('show that they load, and what is wrong when they could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listReports', 'account_suspended')
    const held = hub.hold('listReports')
    const page = await openInLabel(hub, '/reports')
    await seeLoading(page)
    held.release()
    await readAlert(page)
    hub.answer('listReports', { data: [report] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('table')
  })

  it('that are older are loaded by the button', async () => {
    const hub = labelHub()
    hub.answerPages('listReports', [
      [report],
      [{ ...report, id: 'rpt_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', source: 'bandcamp' }],
    ])
    const page = await openInLabel(hub, '/reports')
    await page.user.click(await page.findByRole('button', { name: 'Show older' }))
    await page.findByText('bandcamp')
  })
})

async function openReport(facts: object = {}, prepare = (_hub: FakeHub) => {}, person?: Person) {
  const hub = labelHub(person)
  hub.answer('getReport', { ...report, ...facts })
  hub.answer('listWaitingRecordings', {
    data: [
      {
        isrc: 'DEA450600001',
        gtin14: null,
        title: 'Quay',
        artist: 'Ada Red',
        reason: 'not_released',
        lines: 3,
        totals: { streams: 90 },
      },
    ],
  })
  hub.answer('listReports', { data: [] })
  prepare(hub)
  const page = await openInLabel(hub, '/reports/rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  return { hub, page }
}

describe('a report', () => {
  it('shows its numbers, how it was read, and what of it waits', async () => {
    const { page } = await openReport()
    await page.findByRole('heading', { name: 'distrokid · October 2026' })
    expect(textOf(page.getByRole('region', { name: 'Numbers' }))).toBe('Streams 5,000 Downloads 1 Revenue EUR 12.34')
    expect(textOf(page.main.getByText('Format').closest('dl') as Element)).toBe(
      'Period October 2026 Format DistroKid Lines counted 120 Lines waiting 3 Imported 26 Nov 2026, 10:00 File october.csv',
    )
    const waiting = within(page.getByRole('region', { name: 'Waiting for a release' }))
    expect(textsOf((await waiting.findAllByRole('row')).slice(1))).toEqual(['Quay Ada Red DEA450600001 90 streams 3'])
  })

  it('says that nothing waits, and then requests nothing', async () => {
    const { hub, page } = await openReport({ waitingLines: 0 })
    expect(await page.findByText('Every line matches a release of this label.')).toBeDefined()
    expect(hub.asked('listWaitingRecordings')).toEqual([])
  })

  it('requests no lines that were set aside if there are none', async () => {
    const { hub, page } = await openReport()
    await page.findByRole('region', { name: 'Waiting for a release' })
    expect(page.queryByRole('region', { name: 'Lines set aside' })).toBe(null)
    expect(hub.asked('listSetAsideLines')).toEqual([])
  })

  it('lists the lines that were set aside, page by page, each with its reason and fix', async () => {
    const amount = {
      line: 1204,
      column: 'Earnings (USD)',
      cell: 'n/a',
      reason: '"n/a" cannot be read.',
      fix: 'use a number such as 12.50.',
    }
    const whole = { line: 1310, column: null, cell: null, reason: 'The line ends too early.', fix: 'export it again.' }
    const { page } = await openReport({ setAsideLines: 3, skippedLines: 2 }, (hub) =>
      hub.answerPages('listSetAsideLines', [[amount], [whole]]),
    )
    const lines = within(await page.findByRole('region', { name: 'Lines set aside' }))
    expect(textsOf((await lines.findAllByRole('row')).slice(1))).toEqual([
      '1,204 Earnings (USD) n/a "n/a" cannot be read. Use a number such as 12.50.',
    ])
    expect(lines.queryByText(/^The first/)).toBe(null)
    await page.user.click(lines.getByRole('button', { name: 'Show more lines' }))
    await lines.findByText('Whole line')
    expect(textsOf(lines.getAllByRole('row').slice(2))).toEqual([
      '1,310 Whole line The line ends too early. Export it again.',
    ])
    expect(lines.getByText('The first 2 lines are listed, of 3 lines.')).toBeDefined()
    const facts = textOf(page.main.getByText('Format').closest('dl') as Element)
    expect(facts).toContain('Lines waiting 3 Lines set aside 3 Lines skipped 2')
  })

  it('whose lines set aside could not be loaded loads them again', async () => {
    const { hub, page } = await openReport({ setAsideLines: 1 }, (hub) =>
      hub.fail('listSetAsideLines', 'account_suspended'),
    )
    const lines = within(await page.findByRole('region', { name: 'Lines set aside' }))
    await lines.findByRole('alert')
    hub.answer('listSetAsideLines', { data: [{ line: 7, column: null, cell: null }] })
    await page.user.click(lines.getByRole('button', { name: 'Try again' }))
    await lines.findByText('Whole line')
  })

  it('that was undone says so, and counts for nothing', async () => {
    const { page } = await openReport({ status: 'undone' })
    expect(await page.findByText(/^This report was undone and no longer counts\./)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Undo report' })).toBe(null)
    expect(page.queryByRole('region', { name: 'Numbers' })).toBe(null)
  })

  it('that was replaced leads to the one that counts', async () => {
    const { page } = await openReport({ status: 'replaced', replacedBy: 'rpt_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' })
    expect((await page.findByRole('link', { name: 'Open the current report' })).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/reports/rpt_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
    )
  })

  it('of the operator cannot be undone', async () => {
    const { page } = await openReport({ actor: { type: 'operator' } })
    expect(await page.findByText(/Only the operator can undo it\.$/)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Undo report' })).toBe(null)
  })

  it('is undone after a question that says what is lost', async () => {
    const { hub, page } = await openReport()
    await page.user.click(await page.findByRole('button', { name: 'Undo report' }))
    const dialog = within(page.getByRole('dialog', { name: 'Undo report?' }))
    expect(dialog.getByText(/^This removes 5,000 streams/)).toBeDefined()
    expect(dialog.getByText(/It also removes 3 waiting lines\./)).toBeDefined()
    hub.answer('undoReport', { ...report, status: 'undone' })
    await page.user.click(dialog.getByRole('button', { name: 'Undo report' }))
    await page.findByText(/^This report was undone/)
    expect(hub.asked('undoReport').length).toBe(1)
  })

  it('that does not exist shows that, with a link back', async () => {
    const { page } = await openReport({}, (hub) => hub.fail('getReport', 'report_not_found'))
    expect(await readAlert(page)).toContain('Report not found')
    await page.user.click(page.getByRole('link', { name: 'All reports' }))
    await page.findByRole('heading', { name: 'No reports yet' })
  })

  it('whose waiting lines could not be loaded loads them again', async () => {
    const { hub, page } = await openReport({}, (hub) => hub.fail('listWaitingRecordings', 'account_suspended'))
    await readAlert(page)
    hub.answer('listWaitingRecordings', { data: [{ title: '', artist: '', isrc: 'DEA450600001' }] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('No title')
  })
})

async function openImport(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listReports', { data: [report] })
  const page = await openInLabel(hub, '/reports/new')
  await page.findByRole('heading', { name: 'Import a report' })
  return { hub, page }
}

describe('importing a report', () => {
  it('is not for viewers', async () => {
    const { page } = await openImport({ role: 'viewer' })
    expect(await page.findByText(/^Your role \(viewer\) cannot import reports\./)).toBeDefined()
    expect(page.main.queryByRole('button')).toBe(null)
  })

  it('takes its source from the kind of report, unless a person has entered another', async () => {
    const { page } = await openImport()
    const kind = await page.findByRole('combobox', { name: 'Report format' })
    const source = page.getByRole<HTMLInputElement>('combobox', { name: 'Source' })
    await page.user.selectOptions(kind, 'DistroKid')
    await page.user.selectOptions(kind, 'Audius')
    expect(source.value).toBe('audius')
    await page.user.clear(source)
    await page.user.type(source, 'My-Shop')
    expect(source.value).toBe('my-shop')
    await page.user.selectOptions(kind, 'Bandcamp raw data report')
    expect(source.value).toBe('my-shop')
  })

  it('says what is missing before anything is requested', async () => {
    const { hub, page } = await openImport()
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Report format' }), 'Spindle table')
    const source = page.getByRole('combobox', { name: 'Source' })
    await page.user.clear(source)
    await page.user.click(page.getByRole('button', { name: 'Show preview' }))
    expect(await readAlert(page)).toBe('Choose a file first.')
    expect(readProblem(source)).toMatch(/^Use only lower-case letters, digits, - and _/)
    expect(hub.asked('previewReport')).toEqual([])
  })

  it('asks which column is which for a table of another kind', async () => {
    const { page } = await openImport()
    await page.user.selectOptions(
      await page.findByRole('combobox', { name: 'Report format' }),
      'Custom table: choose the columns yourself',
    )
    await page.user.click(page.getByRole('button', { name: 'Show preview' }))
    expect(await page.findByText('Choose an ISRC or UPC column.')).toBeDefined()
  })

  it('takes the columns from a mapping file, and refuses a file that is none', async () => {
    const { page } = await openImport()
    await page.user.selectOptions(
      await page.findByRole('combobox', { name: 'Report format' }),
      'Custom table: choose the columns yourself',
    )
    const choose = (text: string) =>
      page.user.upload(
        document.querySelector<HTMLInputElement>('input[data-input="Open mapping file"]') as HTMLInputElement,
        new File([text], 'mapping.json', { type: 'application/json' }),
      )
    await choose('[1]')
    expect(await readAlert(page)).toMatch(/^This file is not a mapping\./)
    await choose('{"columns":{"isrc":"ISRC","period":"Month","streams":"Plays"}}')
    await expect.poll(() => page.queryByText(/^This file is not a mapping\./)).toBe(null)
    await page.user.click(page.getByRole('button', { name: 'Show preview' }))
    expect(await readAlert(page)).toBe('Choose a file first.')
    expect(page.queryByText(/^Choose an ISRC/)).toBe(null)
  })

  it.each(['april.xlsx', 'april.xls', 'april.ods', 'april.zip', 'april.tsv'])('takes the file %s', async (name) => {
    const { page } = await openImport()
    await page.findByRole('button', { name: 'Choose files' })
    await page.user.upload(
      document.querySelector<HTMLInputElement>('input[data-input="Choose files"]') as HTMLInputElement,
      new File(['x'], name),
    )
    expect(await page.findByText(name)).toBeDefined()
  })

  it('sets lines aside on request, but none of a DDEX message', async () => {
    const { page } = await openImport()
    const name = /^Set aside lines that cannot be read/
    const format = await page.findByRole('combobox', { name: 'Report format' })
    await page.user.selectOptions(format, 'DistroKid')
    await page.user.click(page.getByRole('checkbox', { name, checked: false }))
    expect(page.getByRole('checkbox', { name, checked: true })).toBeDefined()
    expect(JSON.parse(localStorage.getItem('spindle:report:acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB') ?? '{}')).toMatchObject({
      setsAside: true,
    })
    await page.user.selectOptions(format, 'DDEX sales report (DSR)')
    expect(page.queryByRole('checkbox')).toBe(null)
    await page.user.selectOptions(format, 'Custom table: choose the columns yourself')
    await page.user.click(page.getByRole('checkbox', { name, checked: true }))
  })

  it('keeps the settings for the next report of the label', async () => {
    const { page } = await openImport()
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Report format' }), 'Audius')
    expect(JSON.parse(localStorage.getItem('spindle:report:acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB') ?? '{}')).toMatchObject({
      format: 'audius',
    })
  })
})

import { gunzipSync } from 'node:zlib'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const checkId = 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const importId = 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYC'
const outcomes = { waiting: 0, created: 2, updated: 0, unchanged: 1, refused: 1, undone: 0 }
const check = {
  id: checkId,
  status: 'done',
  dryRun: true,
  filename: 'catalog.csv',
  preset: 'spindle',
  rows: 6,
  releases: 4,
  outcomes,
  ready: 0,
  missingFiles: 3,
  ignoredColumns: ['Mood'],
  problems: [],
  createdAt: '2026-11-26T11:00:00.000Z',
  endedAt: '2026-11-26T11:00:01.000Z',
} as const
const imported = { ...check, id: importId, dryRun: false } as const

const created = {
  position: 1,
  key: 'A',
  line: 2,
  rows: 2,
  title: 'أغنية',
  outcome: 'created',
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  problems: [],
  missingFiles: [
    { kind: 'audio', trackId: null, title: 'Quay', files: ['02 Quay.wav', 'ZZABC2600101.wav'], sha256: null },
  ],
} as const
const refused = {
  ...created,
  position: 2,
  key: '4006381333931',
  line: 4,
  rows: 1,
  title: null,
  outcome: 'refused',
  releaseId: null,
  problems: [
    {
      code: 'cell_invalid',
      severity: 'error',
      line: 4,
      column: 'upc',
      message: 'The check digit is wrong.',
      fix: 'Compare it with the source.',
    },
  ],
  missingFiles: [],
} as const

function importsHub(table: object = check, person?: Person) {
  const hub = labelHub(person)
  hub.answer('listTableImports', { data: [imported, check], page: { hasMore: false, nextCursor: null } })
  hub.answer('getTableImport', ({ params }) => (params.tableImportId === importId ? { ...imported } : { ...table }))
  hub.answer('listTableImportReleases', { data: [created, refused], page: { hasMore: false, nextCursor: null } })
  return hub
}

const inputs = () => [...document.querySelectorAll<HTMLInputElement>('main input[type=file]')]

describe('the imports of tables', () => {
  it('are listed with their status, and checks are marked', async () => {
    const page = await openInLabel(importsHub(), '/imports')
    await page.findAllByRole('link', { name: 'catalog.csv' })
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Table Status Releases Started',
      'catalog.csv Done 4 1 hour ago',
      'catalog.csv Check only Done 4 1 hour ago',
    ])
  })

  it('are reached from the page of a new delivery', async () => {
    const page = await openInLabel(importsHub(), '/deliver')
    await page.user.click(await page.findByRole('link', { name: 'Import a table of releases' }))
    await page.findByRole('heading', { name: 'Move in' })
  })

  it('begin with a check of the chosen table, and then import the same bytes', async () => {
    const hub = importsHub()
    hub.answer('createTableImport', ({ body }) => (body.dryRun ? check : imported))
    const page = await openInLabel(hub, '/imports')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    await page.user.upload(
      inputs()[0] as HTMLInputElement,
      new File(['upc,title\n'], 'catalog.csv', { type: 'text/csv' }),
    )
    await page.findByText('This was a check. No release was changed.')
    expect(page.address()).toBe(`/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/imports/${checkId}`)
    await page.user.click(page.getByRole('button', { name: 'Import now' }))
    await expect.poll(() => page.address()).toBe(`/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/imports/${importId}`)
    expect(hub.asked('createTableImport').map(({ body }) => body)).toEqual([
      { table: 'dXBjLHRpdGxlCg==', filename: 'catalog.csv', dryRun: true },
      { table: 'dXBjLHRpdGxlCg==', filename: 'catalog.csv' },
    ])
  })

  it('compress a large table of text', async () => {
    const hub = importsHub()
    hub.answer('createTableImport', check)
    const page = await openInLabel(hub, '/imports')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    const large = new File(['upc,title\n'], 'catalog.csv', { type: 'text/csv' })
    Object.defineProperty(large, 'size', { value: 8 * 1024 ** 2 + 1 })
    await page.user.upload(inputs()[0] as HTMLInputElement, large)
    await page.findByText('This was a check. No release was changed.')
    const [sent] = hub.asked('createTableImport')
    expect(gunzipSync(Buffer.from(String(sent?.body.table), 'base64')).toString()).toBe('upc,title\n')
  })

  it('refuse a table that is too large before it is sent', async () => {
    const hub = importsHub()
    const page = await openInLabel(hub, '/imports')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    const large = new File(['a'], 'catalog.xlsx')
    Object.defineProperty(large, 'size', { value: 8 * 1024 ** 2 + 1 })
    await page.user.upload(inputs()[0] as HTMLInputElement, large)
    expect(await readAlert(page)).toBe('The table is too large to be sent. Split it into several files.')
    expect(hub.asked('createTableImport')).toEqual([])
  })

  it('say what they are for when there are none, and that they load', async () => {
    const hub = importsHub()
    hub.answer('listTableImports', { data: [], page: { hasMore: false, nextCursor: null } })
    const held = hub.hold('listTableImports')
    const page = await openInLabel(hub, '/imports')
    await seeLoading(page)
    held.release()
    expect(await page.findByRole('heading', { name: 'No imports yet' })).toBeDefined()
  })

  it('are not started by a viewer', async () => {
    const page = await openInLabel(importsHub(check, { role: 'viewer' }), '/imports')
    await page.findAllByRole('link', { name: 'catalog.csv' })
    expect(inputs()).toEqual([])
    expect(page.getByText(/^Your role \(viewer\) cannot import tables\./)).toBeDefined()
  })
})

describe('the page of an import', () => {
  it('shows the numbers, each release with its outcome, and what is wrong', async () => {
    const page = await openInLabel(importsHub(), `/imports/${checkId}`)
    const card = within(await page.findByRole('region', { name: 'Releases of the table' }))
    await card.findByRole('link', { name: 'أغنية' })
    expect(
      textsOf(card.getAllByRole('listitem')).filter((text) => text.includes('Line') && !text.startsWith('Error')),
    ).toEqual([
      'أغنية Line 2, 2 rows · 1 missing file New draft',
      '4006381333931 Line 4 Not imported 1 problem Error: Line 4, upc: The check digit is wrong. Compare it with the source.',
    ])
    const facts = page.getByText('Rows').closest('dl') as HTMLElement
    expect(textOf(facts)).toBe(
      'Rows 6 Releases 4 New draft 2 Unchanged 1 Not imported 1 Ready to submit 0 Missing files 3 Ignored columns Mood Started 26 Nov 2026, 11:00',
    )
    expect(page.getByRole('link', { name: 'Download errors (CSV)' }).getAttribute('href')).toBe(
      `http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/imports/tables/${checkId}/errors`,
    )
  })

  it('asks for the table again if it was checked elsewhere', async () => {
    const page = await openInLabel(
      importsHub({ ...check, id: 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYD' }),
      '/imports/tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYD',
    )
    expect(await page.findByRole('link', { name: 'Choose the table again to import it' })).toBeDefined()
    expect(page.queryByRole('button', { name: 'Import now' })).toBe(null)
  })

  it('filters the releases by their outcome', async () => {
    const hub = importsHub()
    const page = await openInLabel(hub, `/imports/${checkId}`)
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Show' }), 'Not imported')
    await expect.poll(() => hub.asked('listTableImportReleases').at(-1)?.query).toMatchObject({ outcome: 'refused' })
  })

  it('leads from each number to the releases that it counts', async () => {
    const hub = importsHub()
    hub.answer('getTableImport', { ...check, ready: 2 })
    const page = await openInLabel(hub, `/imports/${checkId}`)
    await page.user.click(await page.findByRole('link', { name: '2 New draft' }))
    await expect.poll(() => hub.asked('listTableImportReleases').at(-1)?.query).toMatchObject({ outcome: 'created' })
    await page.user.click(page.getByRole('link', { name: '2 Ready to submit' }))
    await expect.poll(() => hub.asked('listTableImportReleases').at(-1)?.query).toMatchObject({ ready: 'true' })
    expect(hub.asked('listTableImportReleases').at(-1)?.query.outcome).toBe(undefined)
    expect(page.address()).toContain('?outcome=ready')
  })

  it('shows how far it is', async () => {
    const running = { ...check, status: 'running', outcomes: { ...outcomes, waiting: 3, created: 1 } }
    const page = await openInLabel(importsHub(running), `/imports/${checkId}`)
    expect(await page.findByText('1 of 4 releases')).toBeDefined()
    expect(page.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress of the import' }).value).toBe(1)
  })

  it('says why a table could not be read', async () => {
    const problem = {
      code: 'table_unreadable',
      severity: 'error',
      line: null,
      column: null,
      message: 'It is empty.',
      fix: 'Add rows.',
    }
    const page = await openInLabel(
      importsHub({ ...check, status: 'refused', problems: [problem] }),
      `/imports/${checkId}`,
    )
    const notice = (await page.findByText('The table could not be read')).closest('.notice') as HTMLElement
    expect(textOf(notice)).toBe('The table could not be read Error: It is empty. Add rows.')
  })

  it('is undone after a question', async () => {
    const hub = importsHub()
    hub.answer('undoTableImport', { ...imported, status: 'undone' })
    const page = await openInLabel(hub, `/imports/${importId}`)
    await page.user.click(await page.findByRole('button', { name: 'Undo import' }))
    const dialog = within(page.getByRole('dialog', { name: 'Undo this import?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Undo import' }))
    expect(await page.findByText('Undone', { selector: '.chip' })).toBeDefined()
  })

  it('names the missing files, uploads them, and has them attached', async () => {
    const hub = importsHub()
    hub.receiveUpload('upl_01JD3MZ6V8Q4W9X2K7N5T0NEWC')
    hub.answer('getUpload', { id: 'upl_01JD3MZ6V8Q4W9X2K7N5T0NEWC', status: 'received' })
    hub.answer('attachMasters', imported)
    const page = await openInLabel(hub, `/imports/${importId}`)
    const card = within(await page.findByRole('region', { name: 'Missing masters and covers' }))
    expect(await card.findByText('02 Quay.wav')).toBeDefined()
    const files = [new File(['sound'], '02 Quay.wav', { type: 'audio/wav' }), new File(['?'], 'notes.txt')]
    await page.user.upload(inputs()[0] as HTMLInputElement, files)
    await expect.poll(() => hub.asked('attachMasters').map(({ params }) => params.tableImportId)).toEqual([importId])
    expect(await card.findByText('Uploaded')).toBeDefined()
  })
})

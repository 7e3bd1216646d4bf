import { within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const transferId = 'trf_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const address = `/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/transfers`
const lastPage = { hasMore: false, nextCursor: null }
const sandbox = { id: 'sandbox', name: 'Sandbox' }
const far = { id: 'far', name: 'Far Store' }

const transfer = {
  id: transferId,
  name: 'Spring move',
  distributor: 'نغم',
  deadline: '2026-12-06',
  daysLeft: 10,
  status: 'ready',
  outlets: [sandbox, far],
  releases: 4,
  tracks: 9,
  ignoredColumns: ['Mood'],
  problems: [],
  comparison: { errors: 1, warnings: 0, equal: 3 },
  progress: [
    { outlet: sandbox, notSent: 1, sent: 0, live: 2, oldDown: 1 },
    { outlet: far, notSent: 4, sent: 0, live: 0, oldDown: 0 },
  ],
} as const

const release = {
  position: 1,
  line: 2,
  upc: '0200000000011',
  title: 'أغنية',
  artist: 'Mia Blue',
  isrcs: ['ZZABC2600001'],
  releaseId,
  errors: 1,
  warnings: 0,
  findings: [
    {
      code: 'isrc_differs',
      severity: 'error',
      line: 3,
      message: 'The ISRC of "Quay" is empty here and ZZABC2600001 at the old distributor.',
      fix: 'Set ISRC ZZABC2600001 before you submit the release.',
    },
  ],
  stores: [
    {
      outlet: sandbox,
      state: 'live',
      liveAt: '2026-11-20T11:00:00.000Z',
      markedAt: null,
      markedBy: null,
      reason: null,
    },
    { outlet: far, state: 'not_sent', liveAt: null, markedAt: null, markedBy: null, reason: null },
  ],
} as const
const marked = {
  ...release,
  position: 2,
  line: 5,
  title: 'Harbour',
  artist: null,
  releaseId: null,
  errors: 0,
  findings: [],
  stores: [
    {
      outlet: sandbox,
      state: 'old_down',
      liveAt: null,
      markedAt: '2026-11-25T11:00:00.000Z',
      markedBy: 'Mia Blue',
      reason: 'It was gone already',
    },
  ],
} as const

function transfersHub(one: object = transfer, person?: Person) {
  const hub = labelHub(person)
  hub.answer('listTransfers', { data: [{ ...transfer }], page: lastPage })
  hub.answer('getTransfer', { ...one })
  hub.answer('listTransferReleases', { data: [release, marked], page: lastPage })
  hub.answer('listTableMappings', { data: [{ name: 'old-one' }], page: lastPage })
  return hub
}

const openTransfer = (hub: ReturnType<typeof transfersHub>, search = '') =>
  openInLabel(hub, `/transfers/trf_01JD3MZ6V8Q4W9X2K7N5T0RHYB${search}`)

const input = () => document.querySelector<HTMLInputElement>('main input[type=file]') as HTMLInputElement
const table = () => new File(['upc,title\n'], 'old.csv', { type: 'text/csv' })

describe('the transfers', () => {
  it('are listed with distributor, deadline and status, and reached from the imports', async () => {
    const page = await openInLabel(transfersHub(), '/imports')
    await page.user.click(await page.findByRole('link', { name: 'Plan a transfer' }))
    await page.findByRole('link', { name: 'Spring move' })
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Name Old distributor Deadline Status',
      'Spring move نغم 6 Dec 2026 10 days left Compared',
    ])
  })

  it('say what they are for when there are none, and that they load', async () => {
    const hub = transfersHub()
    hub.answer('listTransfers', { data: [], page: lastPage })
    const held = hub.hold('listTransfers')
    const page = await openInLabel(hub, '/transfers')
    await seeLoading(page)
    held.release()
    const title = await page.findByRole('heading', { name: 'No transfers yet' })
    expect(textOf(title.closest('.empty') as HTMLElement)).toContain('Begin with its table.')
    expect(page.getByRole('link', { name: 'New transfer' }).getAttribute('href')).toContain('/transfers/new')
  })

  it('say that the hub fails, and load again', async () => {
    const hub = transfersHub()
    hub.fail('listTransfers', 'internal_error')
    const page = await openInLabel(hub, '/transfers')
    await page.findByRole('alert')
    hub.answer('listTransfers', { data: [{ ...transfer, daysLeft: -1 }], page: lastPage })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    expect(await page.findByText('1 day ago')).toBeDefined()
  })

  it('are not planned by a viewer', async () => {
    const page = await openInLabel(transfersHub(transfer, { role: 'viewer' }), '/transfers')
    await page.findByRole('link', { name: 'Spring move' })
    expect(page.queryByRole('link', { name: 'New transfer' })).toBe(null)
    expect(page.getByText(/^Your role \(viewer\) cannot plan transfers\./)).toBeDefined()
  })
})

describe('a new transfer', () => {
  it('names each field that is missing', async () => {
    const page = await openInLabel(transfersHub(), '/transfers/new')
    await page.user.click(await page.findByRole('button', { name: 'Compare' }))
    const fields = ['Table', 'Name of the transfer', 'Old distributor', 'Deadline'].map((name) =>
      page.getByLabelText(name),
    )
    expect(fields.map(readProblem).filter((problem) => problem === '')).toEqual([])
    expect(document.activeElement).toBe(fields[0])
  })

  it('sends the table with its name and the kept mapping, and shows the transfer', async () => {
    const hub = transfersHub()
    hub.answer('createTransfer', { ...transfer, status: 'waiting' })
    const page = await openInLabel(hub, '/transfers/new')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    await page.user.upload(input(), table())
    await page.findByDisplayValue('old.csv')
    await page.user.type(page.getByLabelText('Name of the transfer'), 'Spring move')
    await page.user.type(page.getByLabelText('Old distributor'), 'Old One')
    await page.user.type(page.getByLabelText('Deadline'), '2026-12-06')
    await page.user.selectOptions(page.getByLabelText('Columns'), await page.findByRole('option', { name: 'old-one' }))
    await page.user.click(page.getByRole('button', { name: 'Compare' }))
    await expect.poll(() => page.address()).toBe(`${address}/${transferId}`)
    expect(hub.asked('createTransfer').map(({ body }) => body)).toEqual([
      {
        filename: 'old.csv',
        table: 'dXBjLHRpdGxlCg==',
        name: 'Spring move',
        distributor: 'Old One',
        deadline: '2026-12-06',
        mappingName: 'old-one',
      },
    ])
  })

  it('shows what the hub refuses at its field', async () => {
    const hub = transfersHub()
    const detail = 'The account keeps no mapping named "old-one".'
    hub.fail('createTransfer', 'validation_failed', { errors: [{ pointer: '/preset', detail, fix: 'Keep it first.' }] })
    const page = await openInLabel(hub, '/transfers/new')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    await page.user.upload(input(), table())
    await page.findByDisplayValue('old.csv')
    await page.user.type(page.getByLabelText('Name of the transfer'), 'Spring move')
    await page.user.type(page.getByLabelText('Old distributor'), 'Old One')
    await page.user.type(page.getByLabelText('Deadline'), '2026-12-06')
    await page.user.selectOptions(page.getByLabelText('Columns'), 'Revelator')
    await page.user.click(page.getByRole('button', { name: 'Compare' }))
    await expect
      .poll(() => readProblem(page.getByLabelText('Columns')))
      .toBe('The account keeps no mapping named "old-one". Keep it first.')
    expect(hub.asked('createTransfer')[0]?.body).toMatchObject({ preset: 'revelator' })
  })

  it('refuses a table that is too large before it is sent', async () => {
    const page = await openInLabel(transfersHub(), '/transfers/new')
    await page.findByText('Drop a table (CSV, TSV or Excel)')
    const large = new File(['a'], 'old.xlsx')
    Object.defineProperty(large, 'size', { value: 8 * 1024 ** 2 + 1 })
    await page.user.upload(input(), large)
    expect(await readAlert(page)).toBe('The table is too large to be sent. Split it into several files.')
  })
})

describe('the page of a transfer', () => {
  it('shows the numbers, what differs, and how far each release is at each store', async () => {
    const page = await openTransfer(transfersHub())
    const releases = within(await page.findByRole('region', { name: 'Releases of the table' }))
    const link = await releases.findByRole('link', { name: 'أغنية' })
    expect(link.getAttribute('href')).toContain(`/releases/${releaseId}`)
    expect(textOf(page.getByText('Tracks').closest('dl') as HTMLElement)).toBe(
      'Old distributor نغم Deadline 6 Dec 2026 10 days left Releases 4 Tracks 9 With errors 1 With warnings 0 Equal 3 Ignored columns Mood',
    )
    const stores = within(page.getByRole('region', { name: 'Stores' }))
    expect(textsOf(stores.getAllByRole('row'))).toEqual([
      'Store Not sent Sent Live Old copy down Actions',
      'Sandbox 1 0 2 1 Mark as down Take back',
      'Far Store 4 0 0 0',
    ])
    expect(textsOf([...document.querySelectorAll('.rows > li.stack')])).toEqual([
      'أغنية Mia Blue Line 2 · UPC 0200000000011 1 error Error: The ISRC of "Quay" is empty here and ZZABC2600001 at the old distributor. Set ISRC ZZABC2600001 before you submit the release. Line 3 2 stores Sandbox Live Live since 20 Nov 2026, 11:00 Mark as down Far Store Not sent Mark as down',
      'Harbour Line 5 · UPC 0200000000011 ✓ No difference 1 store Sandbox Old copy down Marked on 25 Nov 2026, 11:00 by Mia Blue Reason: It was gone already Take back',
    ])
  })

  it('leads from each number to the releases that it counts', async () => {
    const hub = transfersHub()
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('link', { name: '2 Live at Sandbox' }))
    await expect
      .poll(() => hub.asked('listTransferReleases').at(-1)?.query)
      .toEqual({
        ...{ limit: '20', outlet: 'sandbox', state: 'live' },
      })
    expect(page.address()).toContain('?outlet=sandbox&state=live')
    await page.user.click(page.getByRole('link', { name: '1 With errors' }))
    await expect.poll(() => hub.asked('listTransferReleases').at(-1)?.query).toEqual({ limit: '20', severity: 'error' })
  })

  it('filters the releases, and shows more of them', async () => {
    const hub = transfersHub()
    hub.answerPages('listTransferReleases', [[release], [marked]])
    const page = await openTransfer(hub, '?severity=error')
    await page.user.click(await page.findByRole('button', { name: 'Show more' }))
    await page.findByText('Harbour')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'State' }), 'Old copy down')
    await expect
      .poll(() => hub.asked('listTransferReleases').at(-1)?.query)
      .toMatchObject({ severity: 'error', state: 'old_down' })
  })

  it('says where a refused table is wrong', async () => {
    const problem = {
      code: 'cell_invalid',
      severity: 'error',
      line: 4,
      column: 'upc',
      message: 'The check digit is wrong.',
      fix: 'compare it with the source.',
    } as const
    const page = await openTransfer(transfersHub({ ...transfer, status: 'refused', problems: [problem] }))
    const notice = (await page.findByText('The table could not be read')).closest('.notice') as HTMLElement
    expect(textOf(notice)).toBe(
      'The table could not be read Error: Line 4, upc: The check digit is wrong. Compare it with the source. Correct the table, then plan a new transfer with it. New transfer',
    )
    expect(page.queryByRole('region', { name: 'Stores' })).toBe(null)
  })

  it('says that the hub fails', async () => {
    const hub = transfersHub()
    hub.fail('getTransfer', 'transfer_not_found')
    const page = await openTransfer(hub)
    expect(await readAlert(page)).toContain('Try again')
  })

  it('marks all old copies at a store after a question, and takes the marks back', async () => {
    const hub = transfersHub()
    hub.answer('markTransferReleases', { changed: 2, unchanged: 0 })
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('button', { name: 'Mark as down: old copies at Sandbox' }))
    const dialog = within(page.getByRole('dialog', { name: 'Are the old copies at Sandbox down?' }))
    expect(hub.asked('markTransferReleases')).toEqual([])
    await page.user.click(dialog.getByRole('button', { name: 'Mark as down' }))
    expect(await page.findByText('2 releases marked as down at Sandbox.')).toBeDefined()
    await expect.poll(() => hub.asked('getTransfer').length).toBe(2)
    await page.user.click(page.getByRole('button', { name: 'Take back the marks at Sandbox' }))
    const back = within(page.getByRole('dialog', { name: 'Take back the marks at Sandbox?' }))
    await page.user.click(back.getByRole('button', { name: 'Take back' }))
    await page.findByText('Marks of 2 releases at Sandbox taken back.')
    expect(hub.asked('markTransferReleases').map(({ body }) => body)).toEqual([
      { outlet: 'sandbox' },
      { outlet: 'sandbox', oldIsDown: false },
    ])
  })

  it('marks an early release only with a reason, and shows why the hub refused it', async () => {
    const hub = transfersHub()
    hub.fail('markTransferReleases', 'transfer_not_live', {
      detail: '1 of the releases is not live at far yet.',
      errors: [{ pointer: '/upcs/0', detail: '"أغنية" is not sent to far.', fix: 'Wait until it is live.' }],
    })
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('button', { name: 'Mark as down: the old copy of أغنية at Far Store' }))
    const dialog = within(page.getByRole('dialog', { name: 'Is the old copy at Far Store down?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Mark as down' }))
    const reason = dialog.getByLabelText('Reason')
    await expect
      .poll(() => readProblem(reason))
      .toBe('1 of the releases is not live at far yet. "أغنية" is not sent to far. Wait until it is live.')
    hub.answer('markTransferReleases', { changed: 1, unchanged: 0 })
    await page.user.type(reason, 'It is gone already')
    await page.user.click(dialog.getByRole('button', { name: 'Mark as down' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('markTransferReleases').map(({ body }) => body)).toEqual([
      { outlet: 'far', upcs: ['0200000000011'] },
      { outlet: 'far', upcs: ['0200000000011'], reason: 'It is gone already' },
    ])
  })

  it('takes back the mark of one release', async () => {
    const hub = transfersHub()
    hub.answer('markTransferReleases', { changed: 1, unchanged: 0 })
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('button', { name: 'Take back the mark of Harbour at Sandbox' }))
    const dialog = within(page.getByRole('dialog', { name: 'Take back the mark?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Take back' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('markTransferReleases').map(({ body }) => body)).toEqual([
      { outlet: 'sandbox', upcs: ['0200000000011'], oldIsDown: false },
    ])
  })

  it('writes the letter from what is live without errors', async () => {
    const hub = transfersHub()
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:letter')
    // The DOM of the tests would leave the page for it.
    const names: string[] = []
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const page = await openTransfer(hub)
    await page.findByText('Harbour')
    hub.answer('listTransferReleases', { data: [release, { ...marked, stores: release.stores }], page: lastPage })
    await page.user.click(page.getByRole('button', { name: 'Download letter' }))
    await page.findByText('The letter has 1 release. 1 release with errors left out.')
    const [letter] = saved.mock.calls.map(([content]) => content)
    const text = letter instanceof Blob ? await letter.text() : ''
    saved.mockRestore()
    clicked.mockRestore()
    expect(names).toEqual(['letter.txt'])
    expect(text).toContain('To نغم,')
    expect(text).toContain('0200000000011  Harbour\n  ISRC: ZZABC2600001\n  Stores: Sandbox\n')
    expect(text).not.toContain('أغنية')
    expect(hub.asked('listTransferReleases').at(-1)?.query).toEqual({ limit: '100', state: 'live' })
  })

  it('gets another deadline and another name', async () => {
    const hub = transfersHub()
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('button', { name: 'Change' }))
    const dialog = within(page.getByRole('dialog', { name: 'Change this transfer' }))
    const deadline = dialog.getByLabelText(/^Deadline/)
    await page.user.clear(deadline)
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(hub.asked('updateTransfer')).toEqual([])
    await page.user.type(deadline, '2027-04-30')
    await page.user.clear(dialog.getByLabelText('Name of the transfer'))
    await page.user.type(dialog.getByLabelText('Name of the transfer'), ' Autumn move ')
    hub.answer('updateTransfer', { ...transfer })
    hub.answer('getTransfer', { ...transfer, name: 'Autumn move' })
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await page.findByRole('heading', { name: 'Autumn move' })
    expect(hub.asked('updateTransfer').map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { transferId }, body: { name: 'Autumn move', distributor: 'نغم', deadline: '2027-04-30' } },
    ])
  })

  it('is deleted after a question', async () => {
    const hub = transfersHub()
    const page = await openTransfer(hub)
    await page.user.click(await page.findByRole('button', { name: 'Delete transfer' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete this transfer?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Delete transfer' }))
    await expect.poll(() => page.address()).toBe(address)
    expect(hub.asked('deleteTransfer').map(({ params }) => params)).toEqual([{ transferId }])
  })

  it('has no buttons that change something for a viewer', async () => {
    const page = await openTransfer(transfersHub(transfer, { role: 'viewer' }))
    await page.findByText('Harbour')
    expect(textsOf(page.main.getAllByRole('button'))).toEqual(['Download letter'])
  })
})

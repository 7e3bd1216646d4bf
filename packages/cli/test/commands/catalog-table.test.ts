import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
beforeAll(async () => {
  fixture = await openHubFixture()
})

/** The table with other cells in the rows that begin so. */
const edit = (table: string, from: string, to: string): string => {
  if (!table.includes(from)) throw new Error(`${from} is not in the table`)
  return table.replaceAll(from, to)
}

const exported = async (label: string): Promise<string> => {
  const { code, stdout, stderr } = await fixture.spindle(['catalog', 'export', '--editable', '--label', label])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

const apply = async (name: string, table: string, ...more: string[]) => {
  await fixture.write(name, table)
  return fixture.spindle(['catalog', 'apply', name, ...more])
}

describe('the editable catalog', () => {
  it('has a row for the release and one for each track, and changes what was edited once', async () => {
    const { body } = await fixture.releases.release({ title: '=Sum', label: 'Table One' }, 2)
    const table = await exported('Table One')
    expect(table.trimEnd().split('\r\n')).toHaveLength(4)
    expect(table).toContain(`${body.id},1,,'=Sum`)
    const edited = edit(edit(table, "'=Sum", "'=Product"), 'Song 2', 'Song Two')
    const dry = await apply('one.csv', edited, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Song Two') })
    expect((await fixture.releases.get(body.id)).body).toMatchObject({ title: '=Sum', revision: 1 })
    expect(await apply('one.csv', edited, '--yes')).toMatchObject({ code: 0 })
    const { body: after } = await fixture.releases.get(body.id)
    expect(after).toMatchObject({
      title: '=Product',
      revision: 2,
      tracks: [{ title: 'Song 1' }, { title: 'Song Two' }],
    })
    expect(after.tracks.map(({ id }: { id: string }) => id)).toEqual(body.tracks.map(({ id }: { id: string }) => id))
    expect(await apply('one.csv', edited, '--yes')).toMatchObject({ code: 0, stdout: 'Nothing changes.\n' })
    expect((await fixture.releases.get(body.id)).body.revision).toBe(2)
  })

  it('refuses rows with an old revision before anything is changed, and says what to do', async () => {
    const { body: first } = await fixture.releases.release({ label: 'Table Two', title: 'Early' })
    const { body: second } = await fixture.releases.release({ label: 'Table Two', title: 'Early' })
    const table = await exported('Table Two')
    await fixture.releases.patch(first.id, { label: 'Table Two', subtitle: 'since' })
    const { code, stderr } = await apply('two.csv', edit(table, 'Early', 'Late'), '--yes')
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('Export it again') })
    expect((await fixture.releases.get(second.id)).body).toMatchObject({ title: 'Early', revision: 1 })
  })

  it('names a column that is not for this row, and a barcode that a spreadsheet has rounded', async () => {
    await fixture.releases.release({ label: 'Table Three' })
    const lines = (await exported('Table Three')).split('\r\n')
    const columns = (lines[0] ?? '').split(',')
    const set = (line: number, name: string, value: string) =>
      lines
        .map((text, index) => (index === line ? text.split(',').with(columns.indexOf(name), value).join(',') : text))
        .join('\r\n')
    expect((await apply('three.csv', set(2, 'upc', '0200000000011'), '--yes')).stderr).toContain(
      '"upc" cannot be set for a track. Empty the cell.',
    )
    expect((await apply('three.csv', set(1, 'upc', '2E+11'), '--yes')).stderr).toContain('has rounded upc to 2E+11')
  })
})

describe('catalog apply', () => {
  it('removes a value whose cell is empty, and reads what a spreadsheet saved with semicolons', async () => {
    const { body } = await fixture.releases.release({ label: 'Table Four', subtitle: 'Deluxe; with "extras"' })
    const table = await exported('Table Four')
    expect(table).toContain('"Deluxe; with ""extras"""')
    const [heading = ''] = table.split('\r\n')
    const columns = heading.replace('\ufeff', '').split(',')
    const cells = columns.map((name) => ({ releaseId: body.id, revision: '1', title: body.title })[name] ?? '')
    const kept = columns.flatMap((name, index) =>
      ['releaseId', 'revision', 'trackId', 'title', 'subtitle'].includes(name) ? [index] : [],
    )
    const saved = [columns, cells].map((row) => kept.map((index) => row[index]).join(';')).join('\n')
    expect(await apply('four.csv', saved, '--yes')).toMatchObject({ code: 0 })
    const { body: after } = await fixture.releases.get(body.id)
    expect(after).toMatchObject({ title: body.title, label: 'Table Four', revision: 2 })
    expect(after.subtitle).toBeUndefined()
  })

  it('names a locked field and changes the other releases', async () => {
    const { body: sent } = await fixture.releases.release({ label: 'Table Five', title: 'Sent', submit: true })
    const { body: draft } = await fixture.releases.release({ label: 'Table Five', title: 'Draft' })
    const table = await exported('Table Five')
    const edited = edit(edit(table, sent.upc, '036000291452'), ',Draft,', ',Draft Two,')
    const dry = await apply('five.csv', edited, '--dry-run')
    expect(dry).toMatchObject({ code: 4, stdout: expect.stringContaining('Restore this UPC, or clone the release.') })
    const { code, stdout } = await apply('five.csv', edited, '--yes')
    expect({ code, stdout }).toMatchObject({ code: 4, stdout: expect.stringContaining('field_locked') })
    expect((await fixture.releases.get(draft.id)).body).toMatchObject({ title: 'Draft Two', revision: 2 })
    expect((await fixture.releases.get(sent.id)).body).toMatchObject({ upc: sent.upc, revision: 1 })
  })

  it('asks before it changes anything, and refuses files that are no table', async () => {
    await fixture.releases.release({ label: 'Table Six', title: 'Early' })
    const edited = edit(await exported('Table Six'), 'Early', 'Late')
    expect(await apply('six.csv', edited)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect((await apply('six.csv', 'a,b\n1,2\n', '--yes')).stderr).toContain('the column releaseId is missing')
    expect((await apply('six.csv', 'releaseId,revision,trackId\n"rel', '--yes')).stderr).toContain('not valid CSV')
  })

  it('needs --editable for an export, so that the plain catalog is not taken for the table', async () => {
    const { code, stderr } = await fixture.spindle(['catalog', 'export'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('catalog list --format csv') })
  })
})

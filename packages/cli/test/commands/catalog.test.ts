import { beforeAll, describe, expect, it } from 'vitest'
import { createLiveRelease } from '../../../server/test/harness/live-releases.ts'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
const ids: string[] = []

beforeAll(async () => {
  fixture = await sharedHubFixture()
  const { accountId } = fixture.releases.account
  for (let number = 1; number <= 103; number++) {
    const title = number === 103 ? '=cmd|"calc"' : `Night ${number}`
    const { releaseId } = await createLiveRelease(fixture.hub, { accountId, title, properties: ['player'] })
    ids.push(releaseId)
  }
})

describe('catalog list', () => {
  it('shows a page, narrowed by options, and says when there is nothing', async () => {
    const [page, shown, none, unmatched] = await Promise.all([
      fixture.json(['catalog', 'list', '--artist', 'ADA', '--limit', '3', '--include', 'tracks']),
      fixture.shown(['catalog', 'list', '--limit', '2'], { columns: 80 }),
      fixture.shown(['catalog', 'list', '--updated-since', '2030-01-01']),
      fixture.shown(['catalog', 'list', '--query', 'nothing']),
    ])
    expect(page.data[1]).toMatchObject({ title: 'Night 102', deleted: false, tracks: [{ title: 'Intro' }] })
    expect(shown.stdout).toMatch(/^ID +STATUS/)
    expect(
      Math.max(
        ...shown.stdout
          .split('\r\n')
          .slice(0, 3)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80)
    expect(shown.stdout).toContain(`rel_…${ids.at(-1)?.slice(-8)}`)
    expect(none.stdout).toContain('Nothing has changed since then.')
    expect(unmatched.stdout).toContain('No releases match. Remove an option to see more.')
  })

  it('writes the whole catalog as CSV with one heading, safe for spreadsheets', async () => {
    const [whole, page, lines] = await Promise.all([
      fixture.spindle(['catalog', 'list', '--format', 'csv']),
      fixture.spindle(['catalog', 'list', '--format', 'csv', '--limit', '2']),
      fixture.spindle(['catalog', 'list', '--format', 'ndjson']),
    ])
    const rows = whole.stdout.trimEnd().split('\r\n')
    expect(rows[0]).toMatch(/^\ufeff?id,deleted,status,type,title,/)
    expect(rows.slice(1).map((row) => row.split(',')[0]?.replaceAll('"', ''))).toEqual(ids.toReversed())
    expect(rows[1]).toContain(`'=cmd`)
    expect(page.stdout.trimEnd().split('\r\n')).toEqual(rows.slice(0, 3))
    expect(
      lines.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(ids.toReversed())
  })

  it('refuses an invalid choice or day, here or at the hub', async () => {
    const [format, day, country] = await Promise.all([
      fixture.spindle(['catalog', 'list', '--format', 'xml']),
      fixture.spindle(['catalog', 'list', '--released-from', '2026-13-01']),
      fixture.spindle(['catalog', 'list', '--territory', 'Germany']),
    ])
    expect(format).toMatchObject({ code: 2, stderr: expect.stringContaining('take one of: json, csv, ndjson') })
    expect(day).toMatchObject({ code: 2, stderr: expect.stringContaining('give a day such as') })
    expect(country).toMatchObject({ code: 2, stderr: expect.stringContaining('territory') })
  })
})

describe('catalog get', () => {
  it('shows one release with its tracks and where it is', async () => {
    const [id = ''] = ids
    const [shown, item, gone] = await Promise.all([
      fixture.shown(['catalog', 'get', id]),
      fixture.json(['catalog', 'get', id]),
      fixture.spindle(['catalog', 'get', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB']),
    ])
    expect(shown.stdout).toContain('"Night 1", Ada, ep, 1 track, 3:00')
    expect(shown.stdout).toMatch(/player +live/)
    expect(item).toMatchObject({ id, title: 'Night 1', deliveries: [{ outlet: 'player', status: 'live' }] })
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('[release_not_found]') })
  })
})

describe('reference, outlets and rules', () => {
  it('list what a release can refer to', async () => {
    const [genres, outlets, rules, shown, typo] = await Promise.all([
      fixture.json(['reference', 'list', 'genres']),
      fixture.json(['outlets', 'list']),
      fixture.json(['rules', 'list']),
      fixture.shown(['reference', 'list', 'roles']),
      fixture.spindle(['reference', 'list', 'genre']),
    ])
    expect(genres.data).toContainEqual(expect.objectContaining({ code: 'pop' }))
    expect(outlets).toEqual({ data: [{ id: 'player', name: 'player', kind: 'property' }] })
    expect(rules.data).toContainEqual(expect.objectContaining({ code: 'label_missing', severity: 'error' }))
    expect(shown.stdout).toMatch(/main_artist +Main artist +MainArtist/)
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean genres?') })
  })
})

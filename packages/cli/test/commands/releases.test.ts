import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { startSpindle } from '../harness/run-spindle.ts'

let fixture: HubFixture

beforeAll(async () => {
  fixture = await openHubFixture({ environment: { SPINDLE_REVIEW: 'manual', SPINDLE_SANDBOX_OUTLET: 'on' } })
})

const draft = async (changes?: object): Promise<string> => (await fixture.releases.release(changes)).body.id

describe('releases list', () => {
  it('says what to do when there is nothing, and leaves stdout to data', async () => {
    const [shown, piped] = await Promise.all([
      fixture.shown(['releases', 'list']),
      fixture.spindle(['releases', 'list', '--status', 'live', '--json']),
    ])
    expect(shown.stdout).toContain('There are no releases. Create one with: spindle deliver <folder>')
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(piped.stdout)).toEqual({ data: [], page: { limit: 20, nextCursor: null, hasMore: false } })
  })

  it('shows a page and how to continue, or one object a line of all pages', async () => {
    const first = await draft({ title: 'First' })
    const second = await draft({ title: 'Second' })
    const shown = await fixture.shown(['releases', 'list', '--limit', '1'], { columns: 90 })
    expect(shown.stdout).toMatch(/^ID +STATUS +TYPE +TITLE/)
    expect(shown.stdout).toContain(second)
    expect(shown.stdout).toMatch(/More: add --cursor \S+, or --all/)
    const all = await fixture.spindle(['releases', 'list', '--limit', '1', '--all', '--json'])
    const ids = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect(ids).toEqual([second, first])
  })
})

describe('releases in a pipe', () => {
  it('are rows of whole cells, and a record is its members with a tab after each name', async () => {
    const id = await draft({ title: 'Tab and Row' })
    const list = await fixture.spindle(['releases', 'list', '--query', 'Tab and Row'])
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toMatch(new RegExp(`^${id}\tdraft\t[a-z]+\tTab and Row\t.*\n$`))
    const { stdout } = await fixture.spindle(['releases', 'get', id])
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([`id\t${id}`, 'status\tdraft']))
    const none = await fixture.spindle(['releases', 'list', '--query', 'no-such-title'])
    expect(none).toMatchObject({ code: 0, stdout: '' })
  })

  it('are JSON with --json, and with --fields only the members it names, in one form', async () => {
    const id = await draft({ title: 'Fields' })
    const { data, page } = await fixture.json(['releases', 'list', '--limit', '1', '--fields', 'id,title'])
    expect({ data, keys: Object.keys(page) }).toEqual({
      data: [{ id, title: 'Fields' }],
      keys: ['limit', 'nextCursor', 'hasMore'],
    })
    const one = await fixture.spindle(['releases', 'get', id, '--fields', 'titel,status'])
    expect({ code: one.code, shown: JSON.parse(one.stdout) as unknown }).toEqual({
      code: 0,
      shown: { status: 'draft' },
    })
    expect(one.stderr).toContain('nothing here has a member "titel". Did you mean title?')
    const refused = await fixture.spindle(['releases', 'get', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '--fields=id'])
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'release_not_found' } })
  })
})

describe('releases get', () => {
  it('shows the moment the release goes live, in its zone and in UTC', async () => {
    const id = await draft({ releaseDate: '2099-12-04', releaseTime: '18:00', timeZone: 'Asia/Tokyo' })
    const { stdout } = await fixture.shown(['releases', 'get', id])
    expect(stdout).toMatch(/goes live +2099-12-04 18:00 Asia\/Tokyo \(2099-12-04 09:00 UTC\)/)
  })
})

describe('releases create', () => {
  it('takes YAML from a file and JSON from stdin', async () => {
    const body = await fixture.releases.body({ title: 'From stdin' })
    const uploadId = await fixture.releases.audio()
    await fixture.write(
      'release.yaml',
      `title: From a file\ntype: single\ntracks:\n  - title: One\n    uploadId: ${uploadId}\n`,
    )
    const [fromFile, fromStdin] = await Promise.all([
      fixture.json(['releases', 'create', 'release.yaml']),
      fixture.json(['releases', 'create', '-'], { input: JSON.stringify(body) }),
    ])
    expect(fromFile).toMatchObject({ title: 'From a file', status: 'draft', tracks: [{ title: 'One', uploadId }] })
    expect(fromStdin).toMatchObject({ title: 'From stdin', status: 'draft', validation: { errors: 0 } })
  })

  it('says of the release.yaml of a folder that it is for another command', async () => {
    await fixture.write('release-of-folder.yaml', 'title: Night Drive\ntracks:\n  - file: one.wav\n')
    const { code, stderr } = await fixture.spindle(['releases', 'create', 'release-of-folder.yaml'])
    expect(code).toBe(4)
    expect(stderr).toContain('release-of-folder.yaml:3: release-of-folder.yaml names files')
    expect(stderr).toContain('Run: spindle deliver .')
  })

  it('names the line of every problem and ends with 4', async () => {
    await fixture.write(
      'bad.yaml',
      'title: Night Drive\ntype: epp\nupc: 0200000000011\ntracks:\n  - title: One\n    uploadId: upl_x\n    lenguage: en\n',
    )
    const { code, stdout, stderr } = await fixture.spindle(['releases', 'create', 'bad.yaml', '--json'])
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'validation_failed',
        message: 'The request is not valid',
        problems: [
          {
            where: 'bad.yaml:2 /type',
            what: 'Must be one of `single`, `ep`, `album`.',
            fix: 'Use one of the listed values.',
          },
          {
            where: 'bad.yaml:3 /upc',
            what: 'Must be a string, not a number.',
            fix: 'Put the value in quotes.',
          },
          {
            where: 'bad.yaml:7 /tracks/0/lenguage',
            what: 'Unknown member "lenguage".',
            fix: 'Did you mean `language`?',
          },
        ],
        fix: 'Fix the listed problems, then run the same command again.',
        requestId: expect.stringMatching(/^req_/),
      },
    })
  })

  it('names the file that cannot be read', async () => {
    await fixture.write('broken.yaml', 'title: [\n')
    await fixture.write('broken.json', '{ "title": "A", }')
    const [yaml, json, absent] = await Promise.all(
      ['broken.yaml', 'broken.json', 'absent.yaml'].map((file) => fixture.spindle(['releases', 'create', file])),
    )
    expect(yaml).toMatchObject({ code: 4, stderr: expect.stringMatching(/broken\.yaml cannot be read: .*line 2/) })
    expect(json).toMatchObject({ code: 4, stderr: expect.stringMatching(/broken\.json cannot be read: .*JSON/) })
    expect(absent).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/absent\.yaml does not exist.*\n +Check the path/),
    })
  })

  it('has the single-asset API, too', async () => {
    const uploadId = await fixture.releases.audio()
    const input = JSON.stringify({ type: 'MUSIC', title: 'Old way', uploadId })
    expect(await fixture.json(['releases', 'create', '-', '--legacy'], { input })).toMatchObject({ legacy: true })
    const both = await fixture.spindle(['releases', 'create', '-', '--legacy', '--submit'], { input })
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used together') })
  })
})

describe('releases get and clone', () => {
  it('show the whole release, also as JSON', async () => {
    const id = await draft({ title: 'Blue \u202eHour' })
    const shown = await fixture.shown(['releases', 'get', id])
    expect(shown.stdout).toContain('"Blue  Hour", single, 1 track, 2026-05-01')
    expect(shown.stdout).toMatch(/status +draft/)
    expect(shown.stdout).toContain('[generic_title]')
    expect(shown.stdout).not.toContain('\u202e')
    expect(await fixture.json(['releases', 'clone', id])).toMatchObject({ status: 'draft' })
    const missing = await fixture.spindle(['releases', 'get', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'])
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toContain('Release not found.')
    expect(missing.stderr).toContain('`spindle releases list` shows the ids')
  })
})

describe('releases update', () => {
  it('changes what it read, and nothing that was changed since', async () => {
    const id = await draft()
    const { stdout: etag } = await fixture.spindle(['releases', 'get', id, '--etag'])
    expect(etag).toMatch(/^"[\w.]+"\n$/)
    const input = '{ "title": "Night Drive II" }'
    expect(await fixture.json(['releases', 'update', id, '-'], { input })).toMatchObject({ title: 'Night Drive II' })
    // A shell takes the quotes away.
    const stale = ['releases', 'update', id, '-', '--if-match', etag.trim().replaceAll('"', '')]
    const lost = await fixture.spindle(stale, { input: '{ "title": "Too late" }' })
    expect(lost).toMatchObject({ code: 1, stdout: '' })
    expect(lost.stderr).toContain('The release was changed after you read it. Nothing was written')
    expect((await fixture.releases.get(id)).body.title).toBe('Night Drive II')
  })
})

describe('releases validate', () => {
  it('says in words what prevents it, worst first, and ends with 4', async () => {
    const [good, bad] = [await draft(), await draft({ genre: 'popp' })]
    const shown = await fixture.shown(['releases', 'validate', bad])
    expect(shown.code).toBe(4)
    expect(shown.stdout.indexOf('✖')).toBeLessThan(shown.stdout.indexOf('[generic_title]'))
    expect(shown.stdout).toMatch(/genre: .*\[genre_unknown\]/)
    expect(shown.stdout).toMatch(/track 1, title: "Song 1" is a generic title/)
    expect(shown.stdout).toMatch(/1 error, \d warnings?\. Its tracks suggest the type single\./)
    expect(await fixture.json(['releases', 'validate', good])).toMatchObject({
      validation: { errors: 0 },
      suggestedType: 'single',
    })
    expect((await fixture.spindle(['releases', 'submit', bad, '--yes'])).code).toBe(4)
  })

  it('shows what matters only to one outlet', async () => {
    const id = await draft()
    const shown = await fixture.shown(['releases', 'validate', id, '--outlet', 'sandbox'])
    expect(shown.stdout).toMatch(/0 errors, \d warnings? for the outlet sandbox\. Its tracks/)
    const { code, stderr } = await fixture.spindle(['releases', 'validate', id, '--outlet', 'nowhere'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('The hub has no outlet named "nowhere".')])
  })
})

describe('releases ern', () => {
  it('writes the message to a file, and says beside it why no store would take it', async () => {
    const shown = await fixture.spindle(['releases', 'ern', await draft()])
    expect(shown.code).toBe(4)
    expect(shown.stdout).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<ern:NewReleaseMessage/)
    expect(shown.stderr).toContain('The hub has no DDEX party identifier')
  })
})

describe('commands that change the status of a release', () => {
  it('asks first, naming the release, and does nothing without an answer', async () => {
    const id = await draft({ title: 'Asked' })
    const question = 'Submit: "Asked", single, 1 track, 2026-05-01?'
    const alone = await fixture.spindle(['releases', 'submit', id])
    expect(alone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Add --yes.') })
    const refused = await fixture.shown(['releases', 'submit', id], { question, keys: 'n' })
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing was changed') })
    const left = await fixture.shown(['releases', 'submit', id], { question, keys: '\u0003' })
    expect(left.code).toBe(130)
    expect((await fixture.releases.get(id)).body.status).toBe('draft')
    const agreed = await fixture.shown(['releases', 'submit', id], { question, keys: 'y' })
    expect(agreed.code).toBe(0)
    expect(agreed.stdout).toContain(`Next: spindle releases watch ${id}`)
    expect((await fixture.releases.get(id)).body.status).toBe('submitted')
    expect(await fixture.json(['releases', 'withdraw', id, '--yes'])).toMatchObject({ id, status: 'draft' })
    expect(await fixture.json(['releases', 'delete', id, '-y'])).toEqual({ id, deleted: true })
    const gone = await fixture.spindle(['releases', 'withdraw', id, '--yes'])
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('[release_not_found]') })
  })

  it('is watched until it is live, listed event by event, and taken down with a reason', async () => {
    const id = await draft({ outlets: ['player'] })
    await fixture.json(['releases', 'submit', id, '--yes'])
    const watching = startSpindle(['releases', 'watch', id, '--json'], fixture.options)
    await watching.untilShown('is submitted.')
    await fixture.hub.hub.releases.reviews.approveRelease(id, { id: null, name: 'Grace' })
    const watched = await watching.result
    expect(watched.code).toBe(0)
    const types = watched.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    expect(types.slice(0, 2)).toEqual(['release.review_started', 'release.approved'])
    expect(types.at(-1)).toBe('release.live')
    expect(types.filter((type) => type === 'release.live')).toHaveLength(1)
    expect(watched.stderr).toContain('Live at 1 of 1 outlet.')

    const events = await fixture.json(['releases', 'events', id, '--limit', '100'])
    expect(events.data.map(({ type }: { type: string }) => type)).toContain('release.submitted')
    const {
      data: [delivery],
    } = await fixture.json(['releases', 'deliveries', id])
    expect(delivery).toMatchObject({ status: 'live', outlet: { id: 'player' } })
    const retried = await fixture.spindle(['releases', 'retry-delivery', id, delivery.id])
    expect(retried).toMatchObject({ code: 1, stderr: expect.stringContaining('[state_conflict]') })

    const takedown = ['releases', 'takedown', id, '--yes']
    const without = await fixture.spindle(takedown)
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason is missing') })
    expect((await fixture.shown(['releases', 'takedown', id, '--preview'])).stdout.replaceAll('\r', '')).toBe(
      'player  player: live, revision 1\n  method: removed from the feed of the outlet\n  ends: everywhere\n',
    )
    const on = `${new Date().getUTCFullYear() + 1}-12-31`
    expect(await fixture.json([...takedown, '--reason', 'The licence ends', '--on', on])).toMatchObject({
      status: 'live',
      plannedTakedown: { on, actor: { type: 'account' } },
    })
    expect((await fixture.shown(['releases', 'get', id])).stdout).toContain(
      `Planned for ${on} by the account, at all outlets: The licence ends`,
    )
    expect(await fixture.spindle([...takedown, '--preview', '--outlets', 'nowhere'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--outlets: the release was not delivered to nowhere'),
    })
    expect(await fixture.spindle([...takedown, '--preview', '--cancel'])).toMatchObject({ code: 2 })
    expect(await fixture.json([...takedown, '--cancel'])).toMatchObject({ status: 'live', plannedTakedown: null })
    await fixture.json([...takedown, '--reason', 'Rights have ended'])
    const down = await fixture.spindle(['releases', 'watch', id, '--until', 'taken_down'])
    expect(down.code).toBe(0)
  })

  it('is delivered again where an outlet refused it', async () => {
    const id = await draft({ metadata: { 'sandbox.outcome': 'refuse:metadata_missing' }, outlets: ['sandbox'] })
    await fixture.json(['releases', 'submit', id, '--yes'])
    await fixture.hub.hub.releases.reviews.approveRelease(id, { id: null, name: 'Grace' })
    const refused = await fixture.spindle(['releases', 'watch', id])
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('spindle releases retry-delivery') })
    expect(refused.stderr).toContain(
      'Sandbox: The sandbox refused the release, as set in its metadata: metadata_missing.',
    )
    const { data } = await fixture.json(['releases', 'deliveries', id])
    expect(data).toMatchObject([{ status: 'refused', reason: { code: 'metadata_missing' } }])
    expect(await fixture.json(['releases', 'retry-delivery', id, data[0].id])).toMatchObject({ status: 'queued' })
  })

  it('ends with 4 and says which outlet refused it, although it is live elsewhere', async () => {
    const id = await draft({
      metadata: { 'sandbox.outcome': 'refuse:metadata_missing' },
      outlets: ['player', 'sandbox'],
    })
    await fixture.json(['releases', 'submit', id, '--yes'])
    await fixture.hub.hub.releases.reviews.approveRelease(id, { id: null, name: 'Grace' })
    const isRefused = async () =>
      (await fixture.json(['releases', 'get', id])).deliveries.some(
        ({ status }: { status: string }) => status === 'refused',
      ) || undefined
    await eventually(isRefused, { what: 'the refusal of the sandbox' })
    const watched = await fixture.spindle(['releases', 'watch', id])
    expect(watched.code).toBe(4)
    expect(watched.stderr).toContain('! Live at 1 of 2 outlets.\n  ✖ Sandbox refused the release: The sandbox refused')
    expect(watched.stderr).toContain(`See: spindle releases deliveries ${id}`)
    const further = await fixture.spindle(['releases', 'watch', id, '--until', 'taken_down'])
    expect(further).toMatchObject({ code: 1, stderr: expect.stringContaining('spindle releases takedown') })
  })

  it('stops watching at a dead end, when the time is over, and on Ctrl-C', async () => {
    const id = await draft()
    const dead = await fixture.spindle(['releases', 'watch', id])
    expect(dead).toMatchObject({ code: 1, stdout: '' })
    expect(dead.stderr).toMatch(
      /The release is draft and will not become delivered without a change.*\n.*spindle releases submit/,
    )
    await fixture.json(['releases', 'submit', id, '--yes'])
    const watching = startSpindle(['releases', 'watch', id], fixture.options)
    const [late] = await Promise.all([
      fixture.spindle(['releases', 'watch', id, '--timeout', '1s']),
      watching.untilShown('is submitted.'),
    ])
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('still submitted') })
    watching.interrupt()
    expect((await watching.result).code).toBe(130)
  })
})

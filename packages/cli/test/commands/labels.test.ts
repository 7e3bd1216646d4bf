import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

describe('labels and defaults', () => {
  let fixture: HubFixture

  beforeAll(async () => {
    fixture = await openHubFixture({ role: 'api' })
    await fixture.write('jazz.yaml', 'genre: jazz\npLine: { text: Blue Lamp }\n')
    await fixture.write('change.yaml', 'language: en\n')
    await fixture.write('wrong.yaml', 'genre: jazz\nupc: "0200000000110"\n')
  })

  it('labels create, list, get, update and delete', async () => {
    const created = await fixture.json(['labels', 'create', 'Blue Lamp', '--defaults', 'jazz.yaml'])
    expect(created).toMatchObject({ name: 'Blue Lamp', defaults: { genre: 'jazz', pLine: { text: 'Blue Lamp' } } })
    const { id } = created as { id: string }
    const listed = await fixture.shown(['labels', 'list', '--query', 'LAMP'], { columns: 120 })
    expect(listed.stdout).toMatch(/^ID +NAME +ISRC PREFIX +UPC RANGE +DEFAULTS\r\n\S+ +Blue Lamp +genre, pLine\r\n/)
    const shown = await fixture.shown(['labels', 'get', id])
    expect(shown.stdout).toContain('defaults:\r\n  genre: jazz\r\n  pLine:\r\n    text: Blue Lamp\r\n')
    const changed = await fixture.json(['labels', 'update', id, '--name', 'Red Lamp', '--defaults', 'change.yaml'])
    expect(changed).toMatchObject({ name: 'Red Lamp', defaults: { language: 'en' } })
    const nothing = await fixture.spindle(['labels', 'update', id])
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing to change') })
    expect(await fixture.json(['labels', 'delete', id, '--yes'])).toEqual({ id, status: 'deleted' })
    const none = await fixture.shown(['labels', 'list'])
    expect(none.stdout).toContain('There are no labels. Create one with: spindle labels create <name>')
  })

  it('labels create, update, list and get show the prefix and the range', async () => {
    const codes = ['--isrc-prefix', 'QZABC', '--upc-range', '0614141']
    const refused = await fixture.spindle(['labels', 'create', 'Lamps', ...codes])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('The hub operator has not allowed the ISRC prefix QZABC for this account.')
    await fixture.hub.hub.releases.allowedCodes.allow(fixture.releases.account.accountId, {
      isrcPrefix: 'QZABC',
      upcRange: '0614141',
    })
    const { id } = await fixture.json(['labels', 'create', 'Lamps', ...codes])
    const listed = await fixture.shown(['labels', 'list', '--query', 'LAMPS'], { columns: 120 })
    expect(listed.stdout).toMatch(/Lamps +QZABC +0614141/)
    expect((await fixture.shown(['labels', 'get', id])).stdout).toContain(
      'name: Lamps\r\nisrcPrefix: QZABC\r\nupcRange: "0614141"\r\n',
    )
    expect(await fixture.json(['labels', 'update', id, '--isrc-prefix', 'none'])).toMatchObject({
      isrcPrefix: null,
      upcRange: '0614141',
    })
    await fixture.json(['labels', 'delete', id, '--yes'])
  })

  it('releases create says what came from the label', async () => {
    const { id } = await fixture.json(['labels', 'create', 'Green Lamp', '--defaults', 'change.yaml'])
    const uploadId = await fixture.releases.audio()
    const tracks = [{ title: 'Intro', uploadId }]
    const release = { title: 'Night Drive', type: 'single', label: 'Green Lamp', tracks }
    await fixture.write('release.json', JSON.stringify(release))
    const { stdout } = await fixture.shown(['releases', 'create', 'release.json'])
    expect(stdout).toContain('Filled from defaults: language\r\n')
    await fixture.json(['labels', 'delete', id, '--yes'])
  })

  it('labels create names the line of what the hub refuses', async () => {
    const refused = await fixture.spindle(['labels', 'create', 'Other', '--defaults', 'wrong.yaml'])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toMatch(/wrong\.yaml:2 \/defaults\/upc/)
  })

  it('defaults set and get', async () => {
    const empty = await fixture.shown(['defaults', 'get'])
    expect(empty.stdout).toContain('There are no defaults. Set them with: spindle defaults set <file>')
    await fixture.json(['defaults', 'set', 'jazz.yaml'])
    expect(await fixture.json(['defaults', 'set', 'change.yaml'])).toMatchObject({ defaults: { language: 'en' } })
    const shown = await fixture.shown(['defaults', 'get'])
    expect(shown.stdout).toContain('language: en\r\n')
    await fixture.json(['defaults', 'set', 'jazz.yaml'])
    const piped = await fixture.spindle(['defaults', 'get'])
    expect(piped.stdout).toBe('genre: jazz\npLine:\n  text: Blue Lamp\n')
    const refused = await fixture.spindle(['defaults', 'set', 'wrong.yaml'])
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringMatching(/wrong\.yaml:2 \/defaults\/upc/)])
  })
})

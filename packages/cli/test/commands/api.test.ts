import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
beforeAll(async () => {
  fixture = await sharedHubFixture()
})

const releases = '/api/v1/music-distributor/releases'

describe('spindle api', () => {
  it('prints the answer as JSON, in a terminal as well', async () => {
    const answer = await fixture.json(['api', 'GET', '/api/v1/music-distributor/rules'])
    expect(answer).toMatchObject({ data: expect.any(Array), assigns: expect.any(Object) })
    const shown = await fixture.shown(['api', 'GET', '/api/v1/music-distributor/outlets'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ data: [{ id: 'player' }] })
  })

  it('takes the credential that the address takes', async () => {
    expect(await fixture.json(['api', 'GET', '/api/v1/distributor/keys'])).toHaveProperty('data')
    expect(await fixture.json(['api', 'GET', '/api/integration/verify'])).toMatchObject({ property: 'player' })
  })

  it('sends a body from the option, a file or stdin, and headers', async () => {
    const body = JSON.stringify(await fixture.releases.body({ title: 'Night Drive' }))
    await writeFile(join(fixture.folder, 'release.json'), body)
    const created = await fixture.json(['api', 'POST', releases, '--data', '@release.json'])
    expect(created).toMatchObject({ title: 'Night Drive', status: 'draft' })
    const path = `${releases}/${created.id}`
    const patch = ['api', 'PATCH', path, '--data']
    expect(await fixture.json([...patch, '-'], { input: '{"title":"Two"}' })).toMatchObject({ title: 'Two' })
    expect(await fixture.json([...patch, '{"title":"Three"}'])).toMatchObject({ title: 'Three' })
    const stale = await fixture.spindle([...patch, '{"title":"Four"}', '--header', 'If-Match: "1.1"'])
    expect(stale).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('[precondition_failed]') })
    const deleted = await fixture.spindle(['api', 'DELETE', path, '--include'])
    expect(deleted).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^HTTP 204/) })
    expect(deleted.stderr).toMatch(/^x-request-id: req_/m)
  })

  it('prints anything but JSON unchanged', async () => {
    const { code, stdout } = await fixture.spindle(['api', 'GET', '/robots.txt'])
    expect({ code, isText: stdout.includes('User-agent') }).toEqual({ code: 0, isText: true })
  })

  it('fails as every other command does', async () => {
    const [invalid, unknown] = await Promise.all([
      fixture.spindle(['api', 'POST', releases, '--data', '{"title":""}', '--json']),
      fixture.spindle(['api', 'GET', `${releases}/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`]),
    ])
    expect(invalid).toMatchObject({ code: 4, stdout: '' })
    expect(JSON.parse(invalid.stderr).error).toMatchObject({ code: 'validation_failed', problems: expect.any(Array) })
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('[release_not_found]') })
  })

  it.each([
    [['GET', 'https://evil.example/api'], 'is not an address of http://'],
    [['GET', '//evil.example/api'], 'is not an address of http://'],
    [['get', '/api'], 'take one of: GET, POST'],
    [['GET', '/api', '--data', '{}'], '--data cannot be used with GET'],
    [['POST', '/api', '--header', 'X-API-Key: spn_x'], 'cannot be given as --header'],
    [['POST', '/api', '--header', 'nothing'], '--header is "nothing"'],
  ])('refuses %j before anything is sent', async (args, words) => {
    const refused = await fixture.spindle(['api', ...args])
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  })

  it('names the file that is not there', async () => {
    const missing = await fixture.spindle(['api', 'POST', releases, '--data', '@absent.json'])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('absent.json does not exist') })
  })
})

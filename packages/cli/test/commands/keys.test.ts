import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'
import { makeFolder } from '../harness/spindle-home.ts'

let fixture: HubFixture

beforeAll(async () => {
  fixture = await sharedHubFixture()
})

const keyForm = /^spn_[0-9A-Za-z]{38}\n$/

describe('keys create', () => {
  it('shows the key once: alone on stdout, or in JSON', async () => {
    const create = ['keys', 'create', '--name', 'ci', '--permissions', 'music:read,catalog:read']
    const [alone, asked, shown] = await Promise.all([
      fixture.spindle(create),
      fixture.json([...create, '--expires', '90d', '--json']),
      fixture.shown(create),
    ])
    expect(alone).toMatchObject({ code: 0, stderr: 'Shown once. Store it now.\n' })
    expect(alone.stdout).toMatch(keyForm)
    expect(shown.stdout).toMatch(/^spn_[0-9A-Za-z]{38}\r\nShown once\. Store it now\.\r\n$/)
    expect(asked).toMatchObject({ name: 'ci', permissions: ['music:read', 'catalog:read'] })
    expect(asked.key).toMatch(/^spn_/)
    const days = (Date.parse(asked.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    expect(days).toBeLessThan(90.1)
    const works = await fixture.spindle(['outlets', 'list'], { key: alone.stdout.trim() })
    expect(works.code).toBe(0)
    const { data } = await fixture.json(['keys', 'list'])
    expect(JSON.stringify(data)).not.toContain(asked.key)
    expect(data[0]).toMatchObject({ name: 'ci', status: 'active', hint: expect.stringContaining('…') })
  })

  it('says what is missing or not known', async () => {
    const [noName, typo, past] = await Promise.all([
      fixture.spindle(['keys', 'create', '--permissions', 'music:read']),
      fixture.spindle(['keys', 'create', '--name', 'ci', '--permissions', 'music:raed']),
      fixture.spindle(['keys', 'create', '--name', 'ci', '--permissions', 'music:read', '--expires', '2020-01-01']),
    ])
    expect(noName).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--name is missing') })
    expect(typo).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean music:read?') })
    expect(past).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('/expiresAt') })
  })

  it('stores it in the profile with --save, where only its user can read it', async () => {
    const home = makeFolder()
    const save = ['keys', 'create', '--name', 'laptop', '--permissions', 'music:read', '--save', '--json']
    const { code, stdout, stderr } = await fixture.spindle(save, { home })
    expect(code).toBe(0)
    const path = join(home, 'config', 'spindle', 'profiles.json')
    const { profiles } = JSON.parse(await readFile(path, 'utf8'))
    expect(profiles).toEqual({ default: { baseUrl: fixture.hub.url, apiKey: expect.stringMatching(/^spn_/) } })
    expect(stdout + stderr).not.toContain(profiles.default.apiKey)
    expect(JSON.parse(stdout)).toMatchObject({ name: 'laptop', profile: 'default' })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { code: works } = await fixture.spindle(['releases', 'list'], {
      home,
      hub: undefined,
      key: undefined,
      env: {},
    })
    expect(works).toBe(0)
  })
})

describe('keys get, rotate and revoke', () => {
  it('replace a key, end it after a question, and never show it again', async () => {
    const created = await fixture.json(['keys', 'create', '--name', 'old', '--permissions', 'music:read', '--json'])
    const shown = await fixture.shown(['keys', 'get', created.id])
    expect(shown.stdout).toMatch(/status +active/)
    expect(shown.stdout).not.toContain(created.key)
    const rotated = await fixture.spindle(['keys', 'rotate', created.id, '--overlap', '1h'])
    expect(rotated.stdout).toMatch(keyForm)
    expect(rotated.stderr).toContain('The old key works for at most another 1 hour')
    const alone = await fixture.spindle(['keys', 'revoke', created.id])
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') })
    const asked = await fixture.shown(['keys', 'revoke', created.id], { question: 'Revoke "old"', keys: 'y' })
    expect(asked.code).toBe(0)
    expect(await fixture.json(['keys', 'get', created.id])).toMatchObject({ status: 'revoked' })
    const refused = await fixture.spindle(['outlets', 'list'], { key: created.key })
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).not.toContain(created.key)
    const again = await fixture.spindle(['keys', 'rotate', created.id, '--overlap', '2h'])
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('take one of: 0, 1h, 24h, 7d') })
    const gone = await fixture.spindle(['keys', 'get', 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB'])
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('`spindle keys list` shows the ids') })
  })

  it('need a service client, and say so', async () => {
    const { code, stderr } = await fixture.spindle(['keys', 'list'], { env: {} })
    expect(code).toBe(3)
    expect(stderr).toContain('This command needs a service client')
    expect(stderr).toContain('spindle login --client')
  })
})

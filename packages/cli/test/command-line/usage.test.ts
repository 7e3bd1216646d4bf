import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../server/test/harness/hub.ts'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'

/** What every command does alike: help, typos, missing credentials, a hub that is away, other people's text. */

let fixture: HubFixture

beforeAll(async () => {
  fixture = await sharedHubFixture()
})

describe('the command line', () => {
  it('helps, and understands slips', async () => {
    const [help, group, typo, option, missing, empty] = await Promise.all(
      [
        ['--help'],
        ['releases', '--help'],
        ['relases'],
        ['releases', 'list', '--stauts', 'x'],
        ['releases', 'get'],
        ['releases', 'get', ''],
      ].map((args) => runSpindle(args)),
    )
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: spindle') })
    expect(group?.stdout).toMatch(/takedown .*\n/)
    expect(typo).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean releases?') })
    expect(option).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean --status?') })
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('release-id') })
    expect(empty).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('<release-id> is empty') })
  })

  it('reports a wrong usage like every other failure: as JSON if requested, with what to do', async () => {
    const [json, typo, missing] = await Promise.all([
      runSpindle(['releases', 'list', '--frob', '--json']),
      runSpindle(['delvier', 'x']),
      runSpindle(['deliver']),
    ])
    expect(json).toMatchObject({ code: 2, stdout: '' })
    expect(JSON.parse(json.stderr)).toEqual({
      error: {
        code: 'usage',
        message: "Unknown option '--frob'",
        problems: [],
        fix: '`spindle releases list --help` shows what it takes.',
      },
    })
    expect(typo.stderr).toBe(
      "✖ Unknown command 'delvier'  [usage]\n  Did you mean deliver? `spindle --help` shows what it takes.\n",
    )
    expect(missing.stderr).toBe(
      "✖ Missing required argument 'folders'  [usage]\n  `spindle deliver --help` shows what it takes.\n",
    )
  })

  it('names the folder that was given in place of a file', async () => {
    const [plays, release] = await Promise.all([
      fixture.spindle(['plays', 'send', '.']),
      fixture.spindle(['releases', 'create', '.']),
    ])
    for (const { code, stderr } of [plays, release]) {
      expect(code).toBe(1)
      expect(stderr).toContain(' is a folder, not a file  [eisdir]')
      expect(stderr).not.toContain('A file')
    }
  })

  it('says where a hub and a key come from when there are none', async () => {
    const [hub, key] = await Promise.all([
      runSpindle(['releases', 'list']),
      runSpindle(['releases', 'list'], { hub: fixture.hub }),
    ])
    expect(hub).toMatchObject({ code: 3, stderr: expect.stringContaining('spindle login --hub https://hub.example') })
    expect(key).toMatchObject({ code: 3, stderr: expect.stringContaining('This command needs an API key') })
  })

  it('ends with 3 for a key that is refused or may not, and never shows it', async () => {
    const wrong = 'spn_ExampleExampleExampleExampleExample012'
    const narrow = await fixture.releases.account.key(['catalog:read'])
    const [refused, forbidden] = await Promise.all([
      fixture.spindle(['releases', 'list', '--json'], { key: wrong }),
      fixture.spindle(['releases', 'list'], { key: narrow }),
    ])
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.stderr)).toEqual({
      error: {
        code: 'api_key_invalid',
        message: 'The API key is unknown, expired or revoked.',
        problems: [],
        fix: expect.stringContaining('spindle login'),
        requestId: expect.stringMatching(/^req_/),
      },
    })
    expect(forbidden).toMatchObject({ code: 3, stderr: expect.stringContaining('[permission_missing]') })
    expect(refused.stderr + forbidden.stderr).not.toMatch(/spn_\w{20}/)
  })

  it('ends with 1 when nothing answers, or something that is not a hub', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const [down, page] = await Promise.all([
      fixture.spindle(['catalog', 'list'], { hub: { url } }),
      fixture.spindle(['releases', 'list'], { hub: { url: `${fixture.hub.url}/nowhere` } }),
    ])
    expect(down).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('that the hub is running') })
    expect(page).toMatchObject({ code: 1, stdout: '' })
  })

  it('shows no foreign escape sequences, and no colour when that is turned off', async () => {
    await fixture.releases.release({ title: 'Blue \u202eHour' })
    const [coloured, plain] = await Promise.all([
      fixture.shown(['releases', 'list', '--status', 'drat']),
      runInTerminal(['releases', 'list'], { ...fixture.options, env: { NO_COLOR: '1' } }),
    ])
    expect(coloured.stdout).toContain('\u001b[31m✖')
    expect(coloured.stdout).toContain('Did you mean draft?')
    expect(plain.stdout).toContain('Blue  Hour')
    for (const control of ['\u001b', '\u202e']) expect(plain.stdout).not.toContain(control)
  })
})

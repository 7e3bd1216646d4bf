import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'
import { spawnInTerminal } from '../harness/spawn-spindle.ts'
import { makeFolder, type TerminalOptions } from '../harness/spindle-home.ts'

const hub = { url: 'https://hub.example' }

/** A desktop with a display, whose launcher writes down what it is asked to show. */
function fixture({ hasBrowser }: { readonly hasBrowser: boolean }): TerminalOptions & { shown(): string } {
  const folder = makeFolder()
  const launcher = join(folder, 'gio')
  const show = hasBrowser ? `[ "$1" = open ] && echo "$2" > "${folder}/shown"\nexit 0` : '[ "$1" = help ]'
  writeFileSync(launcher, `#!/bin/sh\n${show}\n`)
  chmodSync(launcher, 0o755)
  return {
    hub,
    env: { DISPLAY: ':99', XDG_CURRENT_DESKTOP: 'GNOME', PATH: `${folder}:${process.env.PATH}` },
    shown: () => readFileSync(join(folder, 'shown'), 'utf8').trim(),
  }
}

describe('spindle open', () => {
  it.each([
    [[], 'https://hub.example/'],
    [['docs'], 'https://hub.example/docs'],
    [['contact'], 'https://hub.example/contact'],
    [['/docs#tag/releases'], 'https://hub.example/docs#tag/releases'],
  ])('%j shows a page in the browser', async (args, url) => {
    const here = fixture({ hasBrowser: true })
    const { code, stdout } = await spawnInTerminal(['open', ...args], here).result
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: `Opened ${url}` })
    expect(here.shown()).toBe(url)
  })

  it('says the address where nothing can be shown', async () => {
    const inPipe = await runSpindle(['open', 'docs'], { hub, key: 'spn_secret', env: { DISPLAY: ':99' } })
    expect(inPipe).toMatchObject({ code: 0, stderr: '' })
    expect(inPipe.stdout).toBe('https://hub.example/docs\n')
    const withoutDisplay = await runInTerminal(['open', 'docs'], { hub })
    expect(withoutDisplay.stdout.trim()).toBe('https://hub.example/docs')
    const { env } = fixture({ hasBrowser: true })
    const overSsh = await runInTerminal(['open'], { hub, env: { ...env, SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' } })
    expect(overSsh.stdout.trim()).toBe('https://hub.example/')
  })

  it('says the address when there is no browser', async () => {
    const { code, stdout } = await spawnInTerminal(['open'], fixture({ hasBrowser: false })).result
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: 'https://hub.example/' })
  })

  it.each(['unknown', '//evil.example', '/a b', 'https://evil.example'])('refuses %s', async (page) => {
    const { code, stdout, stderr } = await runSpindle(['open', page], { hub })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('home, docs, contact')
  })
})

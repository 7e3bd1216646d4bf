import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInTerminal, runSpindle, startSpindle } from '../harness/run-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { addFiles, completeManifest, type Files, makeFolder } from './make-folder.ts'
import { wav } from './masters.ts'

/** `spindle deliver` of several folders, and of folders of folders. */

let fixture: DeliverFixture
beforeAll(async () => {
  fixture = await openDeliverFixture()
})

const within = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, content]) => [`${name}/${file}`, content]))

let serial = 1000

/** Files of a release without errors, with audio of its own. */
const single = (): Files => {
  serial += 1
  return {
    '01 Song 1.wav': wav({ seed: serial }),
    'cover.jpg': fixture.cover,
    'release.yaml': completeManifest(serial, 1),
  }
}

const wrongType = (files: Files): Files => ({ ...files, 'release.yaml': `${String(files['release.yaml'])}type: EP\n` })

const rowsOf = (stdout: string): readonly (readonly string[])[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2))

describe('several folders', () => {
  it('are delivered one after the other; one that fails does not stop the others, and the summary says how to fix it', async () => {
    const b = single()
    const parent = await makeFolder({
      ...within('a', single()),
      ...within('b', wrongType(b)),
      ...within('c', single()),
      'release.defaults.yaml': 'label: Blue Lamp\n',
    })
    const names = ['a', 'b', 'c', 'release.defaults.yaml'].map((name) => join(parent, name))
    const before = await fixture.counts()
    const first = await runSpindle(['deliver', ...names, '--submit'], fixture.settings)
    expect(first.code, first.stderr).toBe(4)
    expect(rowsOf(first.stdout)).toEqual([
      [join(parent, 'a'), 'submitted'],
      [join(parent, 'b'), 'needs_you'],
      [join(parent, 'c'), 'submitted'],
    ])
    expect(first.stderr).toContain(
      `\nFound in all: 12 warnings\n2 submitted, 1 needs you\n  ✖ ${join(parent, 'b')}: release.yaml:21 /type: Must be one of \`single\`, \`ep\`, \`album\`. Did you mean \`ep\`?\n`,
    )
    await addFiles(join(parent, 'b'), b)
    const second = await runSpindle(['deliver', ...names, '--submit'], fixture.settings)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stderr).toMatch(/\nFound in all: 6 warnings\n1 submitted, 2 already submitted\n$/)
    expect(rowsOf(second.stdout).map(([, outcome]) => outcome)).toEqual([
      'already_submitted',
      'submitted',
      'already_submitted',
    ])
    expect((await fixture.counts()).releases).toBe(before.releases + 3)
  })

  it('are JSON lines with --json, with the members that one release has', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', wrongType(single())) })
    const { code, stdout } = await runSpindle(['deliver', parent, '--json'], fixture.settings)
    expect(code).toBe(4)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { folder: join(parent, 'a'), outcome: 'draft', error: null, releaseId: expect.any(String), status: 'draft' },
      {
        folder: join(parent, 'b'),
        outcome: 'needs_you',
        error: { code: 'manifest_invalid', fix: 'Did you mean `ep`?' },
      },
    ])
  })

  it('send and write nothing with --dry-run', async () => {
    const parent = await makeFolder({
      ...within('a', single()),
      ...within('b', { ...single(), 'release.yaml': 'label: Blue Lamp\n' }),
    })
    const before = await fixture.counts()
    const { code, stderr } = await runSpindle(['deliver', parent, '--dry-run', '--submit'], fixture.settings)
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /\nFound in all: 6 warnings\n1 ready to submit, 1 needs you\n {2}✖ .*\/b: .* \(1 of \d+ errors\) .*\n$/,
    )
    expect(await fixture.counts()).toEqual(before)
  })

  it('show one line each in a terminal', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', wrongType(single())) })
    const { stdout } = await runInTerminal(['deliver', 'a', 'b', '--submit'], {
      ...fixture.settings,
      cwd: parent,
      columns: 120,
    })
    expect(stdout).toMatch(/ a {2}submitted {2}rel_\w+ {2}\w+ {2}6 warnings/)
    expect(stdout).toContain(' b  needs you  release.yaml:21 /type: Must be one of `single`, `ep`, `album`.')
    expect(stdout).toContain('1 submitted, 1 needs you')
    expect(stdout).not.toContain('Song 1.wav')
  })

  it('show in the summary what was found in those that were submitted, and count it', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', single()), ...within('c', single()) })
    const { code, stdout, stderr } = await runSpindle(['deliver', 'a', 'b', 'c', '--submit'], {
      ...fixture.settings,
      cwd: parent,
    })
    expect(code, stderr).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[4]),
    ).toEqual(['6 warnings', '6 warnings', '6 warnings'])
    expect(stderr).toContain(
      '! a: track 1, title: "Song 1" is a generic title. The same applies to b and c.  [generic_title]\n' +
        '  Enter the title that listeners will search for.\n',
    )
    expect(stderr).toMatch(/\nFound in all: 18 warnings\n3 submitted\n$/)
  })

  it('that need the person in different ways end with 1', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', wrongType(single())) })
    await runSpindle(['deliver', join(parent, 'a'), '--submit'], fixture.settings)
    await addFiles(join(parent, 'a'), { '01 Song 1.wav': wav({ seed: 999 }) })
    const { code, stderr } = await runSpindle(['deliver', parent, '--submit'], fixture.settings)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('2 need you') })
    expect(stderr).toContain('Nothing was sent. Add --update to change the release as well')
  })

  it.each([
    ['--init', ['--init']],
    ['--state-dir', ['--state-dir', 'state']],
    ['--watch', ['--submit', '--watch']],
  ])('are refused with %s before anything is sent', async (name, options) => {
    const parent = await makeFolder(within('a', { '01.wav': 'x' }))
    const { code, stderr } = await runSpindle(['deliver', parent, ...options], fixture.settings)
    expect(code).toBe(2)
    expect(stderr).toContain(`${name} can be used only with the folder of one release`)
  })
})

describe('what would stop every release', () => {
  it('stops at the first, and says what is left', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', single()) })
    const wrongKey = { ...fixture.settings, key: 'spk_wrong' }
    const { code, stdout, stderr } = await runSpindle(['deliver', parent, '--submit'], wrongKey)
    expect(code).toBe(3)
    expect(rowsOf(stdout).map(([, outcome]) => outcome)).toEqual(['left', 'left'])
    expect(stderr).toMatch(/^2 not started\n✖ /)
    const noHub = { ...fixture.settings, hub: { url: 'http://127.0.0.1:9' } }
    const lost = await runSpindle(['deliver', parent, '--submit'], noHub)
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('[connection_failed]') })
    expect(lost.stderr).toMatch(/^2 not started\n/)
  })

  it('includes a quota of the account', async () => {
    const small = await openDeliverFixture({ SPINDLE_QUOTA_RELEASES: '1' })
    const parent = await makeFolder({
      ...within('a', single()),
      ...within('b', single()),
      ...within('c', single()),
    })
    const { code, stdout, stderr } = await runSpindle(['deliver', parent], small.settings)
    expect(code).toBe(1)
    expect(rowsOf(stdout).map(([, outcome]) => outcome)).toEqual(['draft', 'left', 'left'])
    expect(stderr).toMatch(/\n1 draft, 2 not started\n✖ .*\[quota_exceeded\]\n/)
  })
})

describe('Ctrl-C', () => {
  it('says how to continue, and the same command delivers each release once', async () => {
    const parent = await makeFolder({ ...within('a', single()), ...within('b', single()), ...within('c', single()) })
    const before = await fixture.counts()
    const run = startSpindle(['deliver', parent, '--submit'], fixture.settings)
    await run.untilShown('submitted')
    run.interrupt()
    const stopped = await run.result
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toMatch(/\d not started\n/)
    expect(stopped.stderr).toContain(`Continue with: spindle deliver '${parent}' --submit`)
    const again = await runSpindle(['deliver', parent, '--submit'], fixture.settings)
    expect(again.code, again.stderr).toBe(0)
    expect((await fixture.counts()).releases).toBe(before.releases + 3)
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { openFolder, programFile, shellProgram } from '../harness/program-file.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** Adds its input to a file, then does what the test has written beside it. */
const recorder = `
cat > "$PLACE/input.part"; mv "$PLACE/input.part" "$PLACE/input"; echo run >> "$PLACE/runs"
. "$PLACE/behave"
`

const demo = {
  rule: 'own.no_demo',
  severity: 'error',
  path: '/title',
  message: 'A demo is not released.',
  fix: 'Choose another title.',
}
const found = {
  code: 'own.no_demo',
  severity: 'error',
  pointer: '/title',
  message: 'A demo is not released.',
  fix: 'Choose another title.',
  rule: { id: 'own.no_demo', version: 1, source: 'Check hook of the operator' },
}

describe('a check hook', () => {
  let fixture: ReleaseFixture
  let place: string
  let hub: Awaited<ReturnType<typeof openReleaseHub>>['hub']
  const behave = (script: string) => writeFile(join(place, 'behave'), script)
  /** Finds something in titles with the word Demo. */
  const usual = `grep -q '"title":"[^"]*Demo' "$PLACE/input" && echo '[${JSON.stringify(demo)}]' || echo '[]'`
  const countRuns = async () =>
    (await readFile(join(place, 'runs'), 'utf8').catch(() => '')).split('\n').filter((line) => line === 'run').length

  beforeAll(async () => {
    place = await openFolder(0o777)
    await behave(usual)
    const variables = join(await openFolder(), 'env')
    await writeFile(variables, `PLACE=${place}\n`)
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: {
        SPINDLE_CHECK_HOOK: await shellProgram(recorder),
        SPINDLE_CHECK_HOOK_ENV_FILE: variables,
        SPINDLE_CHECK_HOOK_SECONDS: '3',
        SPINDLE_SANDBOX_OUTLET: 'on',
      },
    }))
  })
  const codesOf = (findings: readonly { code: string }[]) =>
    findings.map(({ code }) => code).filter((code) => code.startsWith('own.') || code === 'check_hook_failed')
  const shownFor = async (releaseId: string) => codesOf((await fixture.get(releaseId)).body.findings)

  it('gets the document as the API shows it, and its findings show in the validation and in the draft', async () => {
    const { body: release } = await fixture.release({ title: 'Demo `id` $(touch hacked)' })
    const { status, body } = await fixture.act(release.id, 'validate')
    expect(status).toBe(200)
    expect(body.findings).toContainEqual(found)
    expect(body.validation.errors).toBeGreaterThanOrEqual(1)
    const shown = (await fixture.get(release.id)).body
    expect(shown.findings).toContainEqual(found)
    const input = JSON.parse(await readFile(join(place, 'input'), 'utf8'))
    for (const [name, value] of Object.entries(input))
      if (name !== 'tracks') expect([name, shown[name]]).toEqual([name, value])
    expect(input.title).toBe('Demo `id` $(touch hacked)')
    expect(input.displayArtist).toBe(shown.displayArtist)
  })

  it('shows its findings in a draft that was not validated, a moment later', async () => {
    const { body: release } = await fixture.release({ title: 'Early Demo' })
    await eventually(async () => (await shownFor(release.id)).includes('own.no_demo') || undefined, {
      what: 'the finding in the draft',
    })
    await fixture.patch(release.id, { title: 'Early' })
    await eventually(async () => (await shownFor(release.id)).length === 0 || undefined, { what: 'no finding' })
  })

  it('stops a submission, also of a release that is created with it, and lets others pass', async () => {
    const { body: release } = await fixture.release({ title: 'Late Demo' })
    const refused = await fixture.act(release.id, 'submit')
    expect([refused.status, refused.body.error]).toEqual([422, 'findings_block'])
    expect(refused.body.errors).toEqual([
      { pointer: '/title', code: 'own.no_demo', detail: 'A demo is not released.', fix: 'Choose another title.' },
    ])
    const created = await fixture.release({ title: 'Other Demo', submit: true })
    expect([created.status, created.body.error]).toEqual([422, 'findings_block'])
    const passed = await fixture.release({ title: 'Finished', submit: true })
    expect(passed.status).toBe(201)
  })

  it('is asked once about the same document, and never for a list', async () => {
    const { body: release } = await fixture.release({ title: 'Counted' })
    await fixture.act(release.id, 'validate')
    await eventually(
      async () =>
        (await hub.opened.database.system.row(
          `select from graphile_worker.jobs where task_identifier = 'askCheckHook'`,
        )) === undefined || undefined,
      { what: 'no job' },
    )
    const before = await countRuns()
    await fixture.act(release.id, 'validate')
    await fixture.act(release.id, 'validate')
    await fixture.get('')
    expect(await countRuns()).toBe(before)
  })

  it.each([
    ['exits with a failure', 'echo "broken" >&2; exit 1', 'it ended with exit code 1'],
    ['takes too long', 'sleep 600', 'it took more than 3 seconds'],
    ['answers no JSON', 'echo hello', 'its answer is not an array in JSON'],
    ['answers nothing', '', 'its answer is not an array in JSON'],
    [
      'uses an id of the hub',
      `echo '[{"rule":"no_outlet","severity":"error","message":"x"}]'`,
      'finding 1 of its answer has no rule such as "own.no_demo"',
    ],
  ])('refuses the submission when it %s, and passes once it works', async (what, script, reason) => {
    const { body: release } = await fixture.release({ title: `Fails: ${what}` })
    await behave(script)
    const refused = await fixture.act(release.id, 'submit')
    await behave(usual)
    expect([refused.status, refused.body.error]).toEqual([422, 'findings_block'])
    expect(refused.body.errors).toEqual([
      {
        pointer: '',
        code: 'check_hook_failed',
        detail: `The check hook "program" of this hub gave no answer: ${reason}.`,
        fix: expect.stringContaining('operator'),
      },
    ])
    await eventually(async () => (await fixture.act(release.id, 'submit')).status === 200 || undefined, {
      what: 'the submission to pass',
      intervalMs: 500,
    })
  })
})

describe('the example of a check hook', () => {
  it('finds working titles, and releases that are not on a Friday', async () => {
    const example = await readFile(
      new URL('../../../../examples/check-hook/check-release.mjs', import.meta.url),
      'utf8',
    )
    const script = await openFolder()
    await writeFile(join(script, 'check-release.mjs'), example)
    const program = await programFile(`#!/bin/sh\nexec ${process.execPath} ${join(script, 'check-release.mjs')}\n`)
    const { fixture } = await openReleaseHub({ environment: { SPINDLE_CHECK_HOOK: program } })
    const { body: release } = await fixture.release({ title: 'Song (Rough Mix)', releaseDate: '2026-12-10' })
    const { body } = await fixture.act(release.id, 'validate')
    expect(body.findings.filter(({ code }: { code: string }) => code.startsWith('own.'))).toMatchObject([
      { code: 'own.working_title', severity: 'error', pointer: '/title' },
      { code: 'own.release_on_friday', severity: 'warning', pointer: '/releaseDate' },
    ])
  })
})

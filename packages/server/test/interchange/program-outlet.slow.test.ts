import { createHash } from 'node:crypto'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findProgramWalls } from '../../src/platform/programs/program-walls.ts'
import { eventually } from '../harness/eventually.ts'
import { operatorOf } from '../harness/operator.ts'
import { openFolder, shellProgram } from '../harness/program-file.ts'
import { openStoreHub, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'

/** Keeps what it was given, then does what the test has written into `behave`. */
const recorder = `
run="$STORE/run-$(ls "$STORE" | grep -c '^run-')"
cp -r "$1" "$run.part" && chmod -R u+w "$run.part"
env > "$run.part/env"
id -u > "$run.part/user"
(echo x > "$1/new" || rm "$1/message.json") 2> /dev/null && echo yes > "$run.part/changed"
echo x > "$HOME/own" && echo x > "$TMPDIR/own" || echo no > "$run.part/closed"
mv "$run.part" "$run"
. "$STORE/behave"
`

let programs = 0
const hubSecret = 's'.repeat(32)

describe('an outlet that is a program', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub({ environment: { SPINDLE_SECRET: hubSecret, ...senderEnvironment } })
  })
  const operator = (...args: string[]) => operatorOf(store.hub)(...args)

  async function addProgram(...more: string[]) {
    const id = `program-${++programs}`
    const inbox = await openFolder(0o777)
    const variables = join(await openFolder(0o700), 'env')
    await writeFile(variables, `STORE=${inbox}\nSTORE_TOKEN=of the store\n`)
    const behave = (script: string) => writeFile(join(inbox, 'behave'), script)
    await behave('echo \'{"state":"sent"}\'')
    const wishes = ['--name', 'Own Store', '--to', 'PADPIDA2099010102B=Own Store', '--live-on', 'ack']
    const program = ['--program', await shellProgram(recorder), '--env-file', variables]
    const { code, err } = await operator('outlets', 'add', id, ...wishes, ...program, ...more)
    expect([code, err.filter((line) => !line.includes('SPINDLE_DPID'))]).toEqual([0, []])
    await eventually(() => store.hub.hub.outlets.list().some((outlet) => outlet.id === id) || undefined, { what: id })
    const runs = async () => (await readdir(inbox)).filter((name) => /^run-\d+$/.test(name))
    const nth = (count: number) =>
      eventually(async () => ((await runs()).length >= count ? join(inbox, `run-${count - 1}`) : undefined), {
        what: `run ${count} of the program`,
        timeoutMs: 60_000,
      })
    return { id, behave, nth, runs }
  }
  const aboutOf = async (run: string) => JSON.parse(await readFile(join(run, 'message.json'), 'utf8'))
  const deliveryOf = async (releaseId: string) => (await store.fixture.get(releaseId)).body.deliveries[0]
  const messagesOf = async (releaseId: string) =>
    (await store.fixture.get(`${releaseId}/messages`)).body.data as { purpose: string; acknowledgement: unknown }[]

  it('gets the release, its updates and the takedown as whole packages', async () => {
    const { id, nth, behave } = await addProgram()
    await behave('echo "Uploaded." >&2; echo \'{"progress":0.5}\'; echo \'{"state":"sent"}\'')
    const release = await store.submit(id, { title: '$(touch hacked); `id`' })
    await store.reach(release.id, 'live')
    const first = await nth(1)
    const about = await aboutOf(first)
    expect(about).toEqual({
      purpose: 'offer',
      messageId: expect.stringMatching(/^msg_/),
      attempt: 1,
      batch: expect.stringMatching(/^\d{17}$/),
      outlet: id,
      deliveryId: expect.stringMatching(/^dlv_/),
      releaseId: release.id,
      revision: 1,
      isTest: true,
      message: { path: `${release.upc}.xml`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      files: [
        expect.objectContaining({ path: `resources/${release.upc}_T1_001.wav` }),
        expect.objectContaining({ path: `resources/${release.upc}_T2_001.jpg` }),
      ],
    })
    for (const { path, sha256 } of [about.message, ...about.files])
      expect(
        createHash('sha256')
          .update(await readFile(join(first, path)))
          .digest('hex'),
      ).toBe(sha256)
    expect(await readFile(join(first, about.message.path), 'utf8')).toContain(
      '<TitleText>$(touch hacked); `id`</TitleText>',
    )

    // What it runs with.
    const names = (await readFile(join(first, 'env'), 'utf8')).split('\n').map((line) => line.split('=')[0] ?? '')
    expect(names.filter((name) => !['', '_', 'PWD'].includes(name)).sort()).toEqual([
      'HOME',
      'PATH',
      'STORE',
      'STORE_TOKEN',
      'TMPDIR',
    ])
    const { userId } = await findProgramWalls()
    expect((await readFile(join(first, 'user'), 'utf8')).trim()).toBe(String(userId ?? process.getuid?.()))
    const files = await readdir(first)
    expect(files.includes('closed')).toBe(false)
    // The user of the hub owns the package, and root may do anything.
    if (userId !== undefined) expect(files.includes('changed')).toBe(false)
    expect(await messagesOf(release.id)).toMatchObject([
      { purpose: 'offer', status: 'accepted', acknowledgement: { status: 'FileOK', message: 'Uploaded.' } },
    ])

    await store.fixture.patch(release.id, { label: 'Red Lamp' })
    await store.fixture.act(release.id, 'submit')
    const update = await aboutOf(await nth(2))
    expect([update.purpose, update.revision, update.files.length]).toEqual(['offer', 2, 2])
    await store.reach(release.id, 'live')

    await behave('echo \'{"state":"down"}\'')
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    await store.reach(release.id, 'taken_down')
    const last = await nth(3)
    expect(await aboutOf(last)).toMatchObject({ purpose: 'takedown', files: [] })
    expect(await readFile(join(last, `${release.upc}.xml`), 'utf8')).not.toContain('<DealList>')
    expect(await messagesOf(release.id)).toMatchObject([
      { purpose: 'takedown', acknowledgement: { status: 'ReleaseNotAvailable' } },
      { purpose: 'offer' },
      { purpose: 'offer' },
    ])
  })

  it('says that the release is live, where only the store can say so', async () => {
    const { id, behave } = await addProgram('--live-on', 'manual')
    await behave('echo \'{"state":"live","url":"https://store.example/album/1"}\'')
    const release = await store.submit(id)
    await store.reach(release.id, 'live')
    expect(await messagesOf(release.id)).toMatchObject([
      { acknowledgement: { status: 'ReleaseMadeAvailableToConsumers', message: 'https://store.example/album/1' } },
    ])
  })

  it('refuses with a reason, and gets another message when a person tries again', async () => {
    const { id, nth, behave } = await addProgram()
    await behave('echo \'{"state":"refused","code":"MetadataMissing","reason":"The composer is missing."}\'')
    const release = await store.submit(id)
    await store.reach(release.id, 'refused')
    const delivery = await deliveryOf(release.id)
    expect(delivery.reason).toEqual({ code: 'metadata_missing', message: 'The composer is missing.' })
    await behave('')
    await store.fixture.act(release.id, `deliveries/${delivery.id}/retry`)
    await store.reach(release.id, 'live')
    expect((await aboutOf(await nth(2))).messageId).not.toBe((await aboutOf(await nth(1))).messageId)
  })

  it('is run again with the same message when it asks for that', async () => {
    const { id, nth, behave } = await addProgram()
    await behave('echo "Closed until noon" >&2; exit 75')
    const release = await store.submit(id)
    await store.reach(release.id, 'failed')
    const delivery = await deliveryOf(release.id)
    expect(delivery.reason).toEqual({
      code: 'program_try_later',
      message: 'The program asks to try again later (exit code 75). It said: Closed until noon',
    })
    expect(delivery.nextAttemptAt).not.toBeNull()
    await behave('')
    await store.reach(release.id, 'live')
    const [first, second] = [await aboutOf(await nth(1)), await aboutOf(await nth(2))]
    expect(second).toEqual({ ...first, attempt: 2 })
  })

  it('is not run again by itself after it failed, and the release is taken down there all the same', async () => {
    const { id, nth, runs, behave } = await addProgram()
    await behave('echo "No such account" >&2; exit 3')
    const release = await store.submit(id)
    await store.reach(release.id, 'failed')
    expect(await deliveryOf(release.id)).toMatchObject({
      nextAttemptAt: null,
      reason: { code: 'program_failed', message: 'The program failed with exit code 3. It said: No such account' },
    })
    expect(await runs()).toHaveLength(1)
    // What the run did before it failed is unknown.
    await behave('')
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    await store.reach(release.id, 'taken_down')
    expect(await aboutOf(await nth(2))).toMatchObject({ purpose: 'takedown' })
  })

  it('holds up no other outlet while it hangs, and is ended at its time limit', async () => {
    const hanging = await addProgram('--program-timeout', '20')
    await hanging.behave('echo "Waiting" >&2; sleep 600')
    const stuck = await store.submit(hanging.id)
    await hanging.nth(1)
    const other = await addProgram()
    await store.reach((await store.submit(other.id)).id, 'live')
    const folder = await store.addStore({ acknowledges: false })
    await store.reach((await store.submit(folder.id)).id, 'live')
    expect((await deliveryOf(stuck.id)).status).toBe('sending')
    await store.reach(stuck.id, 'failed')
    expect((await deliveryOf(stuck.id)).reason).toEqual({
      code: 'program_ended',
      message: 'The program was ended: it took more than 20 seconds. It said: Waiting',
    })
  })

  it('is paused when others can replace the program, and its deliveries wait', async () => {
    const { id, runs } = await addProgram()
    const { settings } = store.hub.hub.outlets.list().find((outlet) => outlet.id === id) ?? {}
    const { program } = settings as { program: string }
    await chmod(program, 0o777)
    const release = await store.submit(id)
    await store.reach(release.id, 'failed')
    expect((await deliveryOf(release.id)).reason).toEqual({
      code: 'outlet_paused',
      message: 'The program of this outlet cannot run. The operator must check it.',
    })
    const { out } = await operator('outlets', 'list')
    expect(out.find((line) => line.startsWith(`${id} `))).toContain(
      `paused: ${program} is writable for other users: use chmod go-w`,
    )
    expect((await operator('outlets', 'test', id)).code).toBe(1)
    await chmod(program, 0o755)
    const { code, out: steps } = await operator('outlets', 'test', id)
    expect([code, steps]).toEqual([
      0,
      [
        `ok      check the program: ${program}`,
        'ok      open its variables: STORE, STORE_TOKEN',
        expect.stringMatching(/^ok {6}find its walls: it runs as the user /),
      ],
    ])
    expect(await runs()).toEqual([])
    await operator('outlets', 'resume', id)
    await store.reach(release.id, 'live')
  })

  it('leaves no package behind', async () => {
    const left = async () => [
      ...(await readdir('/var/tmp')).filter((name) => name.startsWith('spindle-program-')),
      ...(await readdir(join(store.hub.dataDir, 'temp/programs')).catch(() => [])),
    ]
    await eventually(async () => (await left()).length === 0 || undefined, { what: 'no folder of a run' })
  })
})

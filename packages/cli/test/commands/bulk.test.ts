import { beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
beforeAll(async () => {
  fixture = await openHubFixture()
})

const release = async (changes: object): Promise<string> => (await fixture.releases.release(changes)).body.id
const labelOf = async (id: string): Promise<string> => (await fixture.releases.get(id)).body.label

describe('bulk patch', () => {
  it('changes nothing in a dry run, then changes the releases, and undoes it', async () => {
    const ids = [await release({ label: 'First Lamp' }), await release({ label: 'First Lamp' })]
    const file = await fixture.write('label.yaml', 'label: Second Lamp\n')
    const selection = ['--label', 'First Lamp']
    const dry = await fixture.json(['bulk', 'patch', file, ...selection, '--dry-run'])
    expect(dry).toMatchObject({ dryRun: true, status: 'completed', counts: { total: 2, done: 2 }, refused: [] })
    expect(await Promise.all(ids.map(labelOf))).toEqual(['First Lamp', 'First Lamp'])
    const { code, stdout } = await fixture.spindle(['bulk', 'patch', file, ...selection, '--yes', '--watch'])
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 releases: 2 done, 0 unchanged'),
    })
    expect(await Promise.all(ids.map(labelOf))).toEqual(['Second Lamp', 'Second Lamp'])
    const [id = ''] = /blk_\w+/.exec(stdout) ?? []
    const undone = await fixture.json(['bulk', 'undo', id, '--yes', '--watch'])
    expect(undone).toMatchObject({ undoOf: id, counts: { done: 2 } })
    expect(await Promise.all(ids.map(labelOf))).toEqual(['First Lamp', 'First Lamp'])
  })

  it('ends with 4 if a release is refused, and names the reason', async () => {
    const id = await release({ submit: true })
    const file = await fixture.write('upc.yaml', "upc: '036000291452'\n")
    const { code, stdout } = await fixture.spindle(['bulk', 'patch', file, '--ids', id, '--yes', '--watch'])
    expect(code).toBe(4)
    expect(stdout).toContain('field_locked')
    expect(stdout).toContain('/upc: The release was delivered with UPC')
    expect(stdout).toContain('Restore this UPC, or clone the release.')
  })
})

describe('bulk validate', () => {
  it('asks for nothing, and shows what blocks a submission', async () => {
    const id = await release({ coverUploadId: undefined })
    const { code, stdout } = await fixture.spindle(['bulk', 'validate', '--ids', id, '--dry-run'])
    expect({ code, stdout }).toMatchObject({ code: 4, stdout: expect.stringContaining('findings_block') })
  })
})

describe('bulk takedown', () => {
  it('asks with the number of releases, and takes down what was confirmed', async () => {
    const id = await release({ label: 'Third Lamp', submit: true })
    const args = ['bulk', 'takedown', '--label', 'Third Lamp', '--reason', 'Rights', '--watch']
    const answered = await fixture.shown(args, { question: 'Take 1 release down? Reason: Rights', keys: 'y' })
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('1 done') })
    expect((await fixture.releases.get(id)).body.status).toMatch(/^take/)
  })

  it('takes the number from scripts, and refuses a wrong one', async () => {
    const id = await release({ label: 'Fourth Lamp', submit: true })
    const args = ['bulk', 'takedown', '--label', 'Fourth Lamp', '--reason', 'Rights', '--yes']
    expect(await fixture.spindle(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--expected-count') })
    expect(await fixture.spindle([...args, '--expected-count', '2'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('1 releases would be taken down, not 2'),
    })
    expect((await fixture.releases.get(id)).body.status).not.toMatch(/^take/)
  })

  it('needs a reason', async () => {
    const { code, stderr } = await fixture.spindle(['bulk', 'takedown', '--all', '--yes', '--expected-count', '1'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') })
  })
})

describe('bulk outlets', () => {
  it('needs outlets, and changes the list', async () => {
    const id = await release({})
    const args = ['bulk', 'outlets', '--ids', id, '--yes', '--watch']
    expect(await fixture.spindle(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No outlets are given'),
    })
    expect(await fixture.spindle([...args, '--set', 'player'])).toMatchObject({ code: 0 })
    expect((await fixture.releases.get(id)).body.outlets).toEqual(['player'])
    expect(await fixture.spindle([...args, '--everywhere'])).toMatchObject({ code: 0 })
    expect((await fixture.releases.get(id)).body.outlets ?? null).toBeNull()
  })
})

describe('bulk list, get, releases and watch', () => {
  it('show jobs and what became of each release', async () => {
    const id = await release({ title: 'Harbour' })
    const job = await fixture.json(['bulk', 'submit', '--ids', id, '--dry-run'])
    const [list, got, outcomes, watched] = await Promise.all([
      fixture.json(['bulk', 'list']),
      fixture.json(['bulk', 'get', job.id]),
      fixture.spindle(['bulk', 'releases', job.id]),
      fixture.spindle(['bulk', 'watch', job.id]),
    ])
    expect(list.data[0]).toMatchObject({ id: job.id, action: 'submit', dryRun: true })
    expect(got).toMatchObject({ id: job.id, status: 'completed' })
    expect(outcomes).toMatchObject({ code: 0, stdout: expect.stringContaining('Harbour') })
    expect(watched).toMatchObject({ code: 0, stdout: expect.stringContaining('submit (dry run) is completed') })
    const refused = await fixture.spindle(['bulk', 'pause', job.id])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('The bulk job is completed.') })
  })
})

describe('a job that is paused', () => {
  it('is not waited for: the command ends with 1 and says that it is paused', async () => {
    const { opened } = fixture.hub
    const { accountId } = fixture.releases.account
    const job = await fixture.json(['bulk', 'validate', '--ids', await release({}), '--dry-run'])
    // As if it had been paused before its last release.
    await opened.database
      .tenant(accountId)
      .execute(`update bulk_jobs set status = 'paused', done = 0, ended_at = null where account_id = $1 and id = $2`, [
        job.id,
      ])
    const { code, stdout } = await fixture.spindle(['bulk', 'watch', job.id])
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('is paused. 1 release:') })
    expect(await fixture.json(['bulk', 'cancel', job.id])).toMatchObject({ status: 'cancelled' })
    const { code: ended, stderr } = await fixture.spindle(['bulk', 'resume', job.id])
    expect({ ended, stderr }).toMatchObject({ ended: 1, stderr: expect.stringContaining('is cancelled') })
  })
})

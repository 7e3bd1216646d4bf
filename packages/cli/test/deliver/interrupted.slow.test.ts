import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runSpindle } from '../harness/run-spindle.ts'
import { spawnSpindle } from '../harness/spawn-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { addFiles, makeFolder } from './make-folder.ts'

/** Deliveries that meet each other, are interrupted, or fail. */

let fixture: DeliverFixture
beforeAll(async () => {
  fixture = await openDeliverFixture()
})

describe('two runs at once', () => {
  it('exclude each other; what a dead one left excludes no other run', async () => {
    const folder = await fixture.album()
    const line = await startFailingProxy(fixture.hub.url)
    const running = spawnSpindle(['deliver', folder], { ...fixture.settings, hub: line })
    await line.next(/^POST/, () => running.process.kill('SIGSTOP'))
    const second = await fixture.deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`Another run is delivering this folder: process ${running.process.pid}`)
    running.process.kill('SIGKILL')
    await running.result
    await fixture.delivered(folder)
  })
})

describe('a restart of the hub', () => {
  it.each([
    ['creates the release', /^POST .*\/releases$/],
    ['checks the release', /^POST .*\/validate$/],
    ['submits the release', /^POST .*\/submit$/],
    ['looks at the analyses', /^GET .*\/uploads\?/],
    ['watches the release', /^GET .*\/events/],
  ])('while it %s is outlived, and nothing is done twice', async (_, pattern) => {
    const folder = await fixture.album()
    const line = await startFailingProxy(fixture.hub.url)
    const before = await fixture.counts()
    // More than the client retries.
    line.when(pattern, 1, () => line.lose(8))
    const options = { ...fixture.settings, hub: line }
    const { code, stdout, stderr } = await runSpindle(['deliver', folder, '--submit', '--watch', '--json'], options)
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'live' })
    expect(stderr).toContain('Trying again until the hub answers.')
    expect((await fixture.counts()).releases).toBe(before.releases + 1)
  })

  it('while it changes the draft is outlived, and the change is made once', async () => {
    const folder = await fixture.album()
    const line = await startFailingProxy(fixture.hub.url)
    const { summary } = await fixture.delivered(folder)
    await addFiles(folder, {
      'release.yaml': `subtitle: Live\n${await readFile(join(folder, 'release.yaml'), 'utf8')}`,
    })
    line.when(/^PATCH .*\/releases\//, 1, () => line.lose(8))
    // Another address is another hub to what is remembered: the release is found by the name it was given.
    const { code, stderr } = await runSpindle(['deliver', folder], { ...fixture.settings, hub: line })
    expect(code, stderr).toBe(0)
    expect(await fixture.client.releases.get(summary.releaseId)).toMatchObject({ subtitle: 'Live', revision: 2 })
  })
})

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) leaves all resumable, says how, and exits with 130', async (signal) => {
    const folder = await fixture.album()
    const line = await startFailingProxy(fixture.hub.url)
    const before = (await fixture.counts()).uploads
    const running = spawnSpindle(['deliver', folder, '--submit'], { ...fixture.settings, hub: line })
    line.when(/^PATCH/, 3, () => running.process.kill(signal))
    const { code, stdout, stderr } = await running.result
    expect({ code, stdout }, stderr).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain(`Continue with: spindle deliver '${folder}' --submit`)
    const again = await runSpindle(['deliver', folder, '--submit'], { ...fixture.settings, hub: line })
    expect(again, again.stderr).toMatchObject({ code: 0 })
    // The masters and the cover, although the answer to a creation may have been lost with the process.
    expect((await fixture.counts()).uploads).toBe(before + fixture.masters.length + 1)
  })
})

describe('what fails', () => {
  it('is reported once, with what to do, and the right exit code', async () => {
    const folder = await fixture.album()
    const unknownKey = await runSpindle(['deliver', folder], { ...fixture.settings, key: 'spn_no' })
    expect(unknownKey.code).toBe(3)
    const nobody = await runSpindle(['deliver', folder], { ...fixture.settings, hub: { url: 'http://127.0.0.1:9' } })
    expect(nobody.code).toBe(1)
    expect((await fixture.deliver('nowhere')).code).toBe(2)
    expect((await fixture.deliver(folder, '--watch')).code).toBe(2)
    for (const { stderr } of [unknownKey, nobody]) expect(stderr.match(/✖/g)).toHaveLength(1)
  })

  it('a file that changes while it is sent', async () => {
    const folder = await fixture.album()
    const line = await startFailingProxy(fixture.hub.url)
    const running = spawnSpindle(['deliver', folder], { ...fixture.settings, hub: line })
    await line.next(/^PATCH/, () => running.process.kill('SIGSTOP'))
    for (const [index, master] of fixture.masters.entries())
      await writeFile(join(folder, `0${index + 1} Song ${index + 1}.wav`), master.subarray(0, 400_000))
    running.process.kill('SIGCONT')
    const { code, stderr } = await running.result
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(/Song \d\.wav changed while it was being delivered/)
    expect(stderr).toContain('run the same command again')
  })

  it('a state that cannot be written', async () => {
    const folder = await fixture.album({ '.spindle': 'in the way' })
    const { code, stderr } = await fixture.deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('.spindle')
    await rm(join(folder, '.spindle'))
    await fixture.delivered(folder)
  })

  it.runIf(process.getuid?.() === 0)('a full disk', async () => {
    const source = await fixture.album()
    const folder = await makeFolder({})
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    onTestFinished(() => promisify(execFile)('umount', ['-l', folder]).then(() => undefined))
    for (const name of ['01 Song 1.wav', '02 Song 2.wav', '03 Song 3.wav', 'cover.jpg', 'release.yaml'])
      await symlink(join(source, name), join(folder, name))
    await mkdir(join(folder, '.spindle'))
    await writeFile(join(folder, '.spindle', 'filler'), Buffer.alloc(128 * 1024)).catch(() => undefined)
    const { code, stderr } = await fixture.deliver(folder)
    expect(code, stderr).toBe(1)
    expect(stderr).toContain('the disk is full')
    await rm(join(folder, '.spindle', 'filler'))
    await fixture.delivered(folder)
  })

  it.skipIf(process.getuid?.() === 0)('a file that cannot be read', async () => {
    const folder = await fixture.album()
    await chmod(join(folder, '02 Song 2.wav'), 0)
    const { code, stderr } = await fixture.deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('02 Song 2.wav cannot be read')
  })
})

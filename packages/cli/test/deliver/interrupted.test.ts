import { execFile } from 'node:child_process'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runSpindle, startSpindle } from '../harness/spindle.ts'
import { startDeadlyLine } from './deadly-line.ts'
import { type Desk, openDesk } from './desk.ts'
import { makeFolder } from './folder.ts'

/** Deliveries that meet each other, are interrupted, or fail. */

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})

describe('two runs at once', () => {
  it('exclude each other; what a dead one left excludes nobody', async () => {
    const folder = await desk.album()
    const line = await startDeadlyLine(desk.hub.url)
    const running = startSpindle(['deliver', folder], { ...desk.settings, hub: line })
    await line.next(/^POST/, () => running.process.kill('SIGSTOP'))
    const second = await desk.deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`Another run delivers this folder: process ${running.process.pid}`)
    running.process.kill('SIGKILL')
    await running.result
    await desk.delivered(folder)
  })
})

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) leaves all resumable, says how, and exits with 130', async (signal) => {
    const folder = await desk.album()
    const line = await startDeadlyLine(desk.hub.url)
    const running = startSpindle(['deliver', folder, '--submit'], { ...desk.settings, hub: line })
    await line.next(/^PATCH/, () => running.process.kill(signal))
    const { code, stdout, stderr } = await running.result
    expect({ code, stdout }, stderr).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain(`Go on with: spindle deliver '${folder}' --submit`)
    const uploads = (await desk.counts()).uploads
    const again = await runSpindle(['deliver', folder, '--submit'], { ...desk.settings, hub: line })
    expect(again, again.stderr).toMatchObject({ code: 0 })
    // At most the cover was not begun before.
    expect((await desk.counts()).uploads).toBeLessThanOrEqual(uploads + 1)
  })
})

describe('what fails', () => {
  it('is said once, with what to do, and the right exit code', async () => {
    const folder = await desk.album()
    const unknownKey = await runSpindle(['deliver', folder], { ...desk.settings, key: 'spn_no' })
    expect(unknownKey.code).toBe(3)
    const nobody = await runSpindle(['deliver', folder], { ...desk.settings, hub: { url: 'http://127.0.0.1:9' } })
    expect(nobody.code).toBe(1)
    expect((await desk.deliver('nowhere')).code).toBe(2)
    expect((await desk.deliver(folder, '--watch')).code).toBe(2)
    for (const { stderr } of [unknownKey, nobody]) expect(stderr.match(/✖/g)).toHaveLength(1)
  })

  it('a file that changes while it is sent', async () => {
    const folder = await desk.album()
    const line = await startDeadlyLine(desk.hub.url)
    const running = startSpindle(['deliver', folder], { ...desk.settings, hub: line })
    await line.next(/^PATCH/, () => running.process.kill('SIGSTOP'))
    for (const [index, master] of desk.masters.entries())
      await writeFile(join(folder, `0${index + 1} Song ${index + 1}.wav`), master.subarray(0, 400_000))
    running.process.kill('SIGCONT')
    const { code, stderr } = await running.result
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(/Song \d\.wav changed while it was being delivered/)
    expect(stderr).toContain('run the same command again')
  })

  it('a state that cannot be written', async () => {
    const folder = await desk.album({ '.spindle': 'in the way' })
    const { code, stderr } = await desk.deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('.spindle')
    await rm(join(folder, '.spindle'))
    await desk.delivered(folder)
  })

  it.runIf(process.getuid?.() === 0)('a full disk', async () => {
    const source = await desk.album()
    const folder = await makeFolder({})
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    onTestFinished(() => promisify(execFile)('umount', ['-l', folder]).then(() => undefined))
    for (const name of ['01 Song 1.wav', '02 Song 2.wav', '03 Song 3.wav', 'cover.jpg', 'release.yaml'])
      await symlink(join(source, name), join(folder, name))
    await mkdir(join(folder, '.spindle'))
    await writeFile(join(folder, '.spindle', 'filler'), Buffer.alloc(128 * 1024)).catch(() => undefined)
    const { code, stderr } = await desk.deliver(folder)
    expect(code, stderr).toBe(1)
    expect(stderr).toContain('the disk is full')
    await rm(join(folder, '.spindle', 'filler'))
    await desk.delivered(folder)
  })

  it.skipIf(process.getuid?.() === 0)('a file that cannot be read', async () => {
    const folder = await desk.album()
    await chmod(join(folder, '02 Song 2.wav'), 0)
    const { code, stderr } = await desk.deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('02 Song 2.wav may not be read')
  })
})

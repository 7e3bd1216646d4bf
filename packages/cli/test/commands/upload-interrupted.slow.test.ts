import { describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startFaultProxy } from '../../../server/test/harness/fault-proxy.ts'
import { masterWav } from '../../../server/test/harness/submittable.ts'
import { openHubFixture } from '../harness/hub-fixture.ts'
import { startSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

describe('upload', () => {
  it('continues after Ctrl-C where it was, and sends nothing twice', async () => {
    const fixture = await openHubFixture()
    const line = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(fixture.hub.url).port) })
    atEnd(() => line.close())
    const master = masterWav(1)
    await fixture.write('01 One.wav', master)
    const home = makeFolder()
    const before = (await fixture.json(['uploads', 'list', '--limit', '100'])).data.length
    const passage = line.breakNext({ afterBytes: 2_000_000, direction: 'up', how: 'silence' })
    const hub = { url: `http://127.0.0.1:${line.port}` }
    const cut = startSpindle(['upload', '01 One.wav', '--json'], { ...fixture.options, hub, home })
    await expect.poll(() => passage.up, { timeout: 120_000 }).toBe(2_000_000)
    cut.interrupt()
    const { code, stderr } = await cut.result
    expect(code).toBe(130)
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'interrupted', fix: 'Run the same command again; it continues where it stopped.' },
    })
    const args = ['upload', '01 One.wav', '--no-wait']
    const [{ upload }] = await fixture.json(args, { hub, home })
    expect(upload).toMatchObject({ offset: master.length, size: master.length })
    expect((await fixture.json(['uploads', 'list', '--limit', '100'])).data).toHaveLength(before + 1)
  })
})

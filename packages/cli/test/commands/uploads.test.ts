import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { coverJpeg, shortMaster } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { runInTerminal } from '../harness/run-spindle.ts'

let fixture: HubFixture
const masters = [1, 2].map((seed) => shortMaster(seed))

beforeAll(async () => {
  fixture = await openHubFixture()
  await fixture.write('01 One.wav', masters[0] ?? '')
  await fixture.write('02 Two.wav', masters[1] ?? '')
  await fixture.write('cover.jpg', await coverJpeg())
  await fixture.write('noise.wav', 'this is no audio at all'.repeat(100))
})

describe('upload', () => {
  it('sends several files and says what was found in each', async () => {
    const { code, stdout, stderr } = await fixture.spindle([
      'upload',
      '01 One.wav',
      '02 Two.wav',
      'cover.jpg',
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([
      { file: '01 One.wav', upload: { status: 'ready', sha256: sha256(masters[0] ?? Buffer.of()) }, error: null },
      { file: '02 Two.wav', upload: { status: 'ready', sha256: sha256(masters[1] ?? Buffer.of()) }, error: null },
      { file: 'cover.jpg', upload: { status: 'ready', kind: 'image' }, error: null },
    ])
    expect(stderr).toMatch(/01 One\.wav: checked WAV 16\/44\.1 0:04/)
    expect(stderr).toMatch(/3 files \([\d.]+ MB\) uploaded\n$/)
  })

  it.each([
    ['a dumb terminal', { columns: 80, env: { TERM: 'dumb' } }],
    ['a terminal that was never told its width', { columns: 0, env: {} }],
  ])('writes lines for %s', async (_name, { columns, env }) => {
    const options = { ...fixture.options, columns, env: { ...fixture.options.env, ...env } }
    const { code, stdout } = await runInTerminal(['upload', 'cover.jpg'], options)
    expect(code).toBe(0)
    const lines = stdout.split('\r\n').map((line) => stripVTControlCharacters(line))
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^Sending 1 file, /),
      expect.stringMatching(/^cover\.jpg: checked JPEG/),
    ])
    expect(stdout).not.toContain('\u001b[?2026h')
  })

  it('leads from a folder to the command for it', async () => {
    const { code, stderr } = await fixture.spindle(['upload', '.'])
    expect(code).toBe(1)
    expect(stderr).toContain('spindle deliver <folder>')
  })

  it('is not stopped by a file that fails or is refused', async () => {
    const args = ['upload', 'absent.wav', 'noise.wav', 'cover.jpg', '--concurrency', '1', '--json']
    const { code, stdout, stderr } = await fixture.spindle(args)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject([
      { file: 'absent.wav', upload: null, error: { code: 'file_not_found' } },
      { file: 'noise.wav', upload: { status: 'rejected' }, error: null },
      { file: 'cover.jpg', upload: { status: 'ready' }, error: null },
    ])
    expect(stderr).toMatch(/✖ absent\.wav: does not exist {2}\[file_not_found\]\n {2}Check the path\./)
    expect(stderr).toMatch(/noise\.wav: .*\[unsupported_format\]/)
    expect(stderr).toContain('2 files')
    expect(stderr).toContain('1 rejected, 1 failed')
    expect((await fixture.spindle(['upload', 'noise.wav'])).code).toBe(4)
  })

  it('shows a bar for each file in a terminal', async () => {
    const { code, stdout } = await fixture.shown(['upload', '01 One.wav', 'cover.jpg'], { columns: 80 })
    expect(code).toBe(0)
    expect(stdout).toMatch(/█/)
    expect(stdout).toMatch(/100%/)
    expect(stdout).toMatch(/ID +STATUS +FILE/)
    expect(stdout).toContain('Next: spindle releases create <file>')
  })

  it('stops at once when the key is refused, and says so once', async () => {
    const key = await fixture.releases.account.key(['music:read'])
    const { code, stdout, stderr } = await fixture.spindle(['upload', '01 One.wav', '02 Two.wav', '--json'], { key })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr.match(/permission_missing/g)).toHaveLength(1)
    expect(stderr).not.toContain(key)
  })
})

describe('uploads', () => {
  it('are listed, shown, and removed after a question', async () => {
    await fixture.write('other.wav', shortMaster(3))
    const [{ upload }] = await fixture.json(['upload', 'other.wav'])
    const { data } = await fixture.json(['uploads', 'list', '--kind', 'audio', '--limit', '1'])
    expect(data).toMatchObject([{ id: upload.id, filename: 'other.wav' }])
    const shown = await fixture.shown(['uploads', 'get', upload.id])
    expect(shown.stdout).toContain('WAV 16/44.1 stereo 0:04')
    expect(shown.stdout).toContain(`SHA-256 ${upload.sha256}`)
    const alone = await fixture.spindle(['uploads', 'delete', upload.id])
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') })
    const asked = await fixture.shown(['uploads', 'delete', upload.id], { question: 'Remove other.wav', keys: 'y' })
    expect(asked.code).toBe(0)
    expect(await fixture.json(['uploads', 'get', upload.id])).toMatchObject({ status: 'expired' })
    const missing = await fixture.spindle(['uploads', 'get', 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'])
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('spindle uploads list') })
  })
})

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { freePort } from '../harness/hub.ts'

const hub = fileURLToPath(new URL('../../bin/hub.mjs', import.meta.url))

function runDemo(dataDir: string, port: number): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [hub, 'demo', '--exit'], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        SPINDLE_BUNDLE: 'off',
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.on('close', (code) => resolve({ code, out }))
  })
}

describe('npm run demo -- --exit', () => {
  it('does the main job, twice on one data directory, and keeps the credentials', { timeout: 600_000 }, async () => {
    const dataDir = join(await temporaryFolder('spindle-demo'), 'data')
    const port = await freePort()
    for (const round of ['first', 'second']) {
      const { code, out } = await runDemo(dataDir, port)
      expect({ round, code, crosses: out.match(/✗.*/g), out: code === 0 ? '' : out }).toEqual({
        round,
        code: 0,
        crosses: null,
        out: '',
      })
      expect(out).toMatch(/connection cut, resumed at byte [1-9]\d* of \d+/)
      expect(out).toMatch(/✓ Live: .*demo-player live/)
      const place = /✓ Delivered it to Demo Store .* answered FileOK: (\S+) /.exec(out)?.[1] ?? ''
      expect(dirname(place)).toBe(join(dataDir, 'demo-store'))
      const [release = '', ...rest] = readdirSync(place).sort()
      expect(rest).toEqual([`BatchComplete_${basename(place)}.xml`])
      expect(readdirSync(join(place, release, 'resources'))).toHaveLength(4)
      expect(out).toMatch(/✓ Read the analytics: 250 streams/)
      const [, report = '', id = ''] =
        /✓ Imported a report of Demo Store: 5400 streams, 19\.125 EUR: (\S+) \(npm run hub -- reports show (rpt_\w{26})\)/.exec(
          out,
        ) ?? []
      expect({ report, id }).toEqual({ report: join(dataDir, 'demo-report.csv'), id: expect.stringMatching(/^rpt_/) })
      expect(readFileSync(report, 'utf8').split('\n')).toHaveLength(11)
      expect(out).toMatch(/✓ Read the analytics of the last 28 days: [1-9]\d* streams/)
    }
    const file = join(dataDir, 'demo.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const notes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(Object.keys(notes)).toEqual([
      'baseUrl',
      'accountId',
      'clientId',
      'clientSecret',
      'apiKey',
      'property',
      'integrationToken',
      'releaseId',
      'setupLink',
    ])
    expect(notes).toMatchObject({ baseUrl: `http://localhost:${port}`, property: 'demo-player' })
    expect(notes.setupLink).toMatch(new RegExp(`^http://localhost:${port}/console/setup#[\\w-]{43}$`))
    expect(notes.apiKey).toMatch(/^spn_[0-9A-Za-z]{38}$/)
  })
})

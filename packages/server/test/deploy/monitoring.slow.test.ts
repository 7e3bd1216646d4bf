import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/all-commands.ts'
import { metricDefinitions } from '../../src/platform/metrics/metric-definitions.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { isMissing } from '../harness/programs.ts'

/** The monitoring files in `deploy/`: they use metrics that the hub has, and the alerts fire as described. */

const run = promisify(execFile)
const deploy = new URL('../../../../deploy', import.meta.url).pathname
const read = (path: string): Promise<string> => readFile(join(deploy, path), 'utf8')

/** Histograms have several series under one name. */
const figuresIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:spindle|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  ),
]

/** The metrics of the hub, and those that every Node process has. */
async function knownFigures(): Promise<string[]> {
  const { text } = await prometheusMetrics().render()
  return [...Object.keys(metricDefinitions), ...[...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)]
}

describe('deploy', () => {
  it.each(['prometheus/alerts.yml', 'grafana/spindle.json'])('%s names only figures that a hub has', async (path) => {
    const named = figuresIn(await read(path))
    expect(named.length).toBeGreaterThan(8)
    const known = await knownFigures()
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('describes for each alert what happened and what to do, and tests when it fires and when not', async () => {
    const [alerts, tests] = await Promise.all([read('prometheus/alerts.yml'), read('prometheus/alerts.test.yml')])
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThanOrEqual(18)
    expect([...tests.matchAll(/- name: (.+)/g)].map(([, name]) => name)).toEqual(
      names.flatMap((name) => [`${name} fires`, `${name} is silent`]),
    )
    for (const member of ['summary:', 'action:', 'severity:'])
      expect(alerts.split(member).length - 1, member).toBe(names.length)
  })

  it.skipIf(isMissing('promtool'))('has alerts that fire as their tests expect', { timeout: 300_000 }, async () => {
    const { stdout } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: join(deploy, 'prometheus'),
    })
    expect(stdout).toContain('SUCCESS')
  })

  it('has a unit that stores compiled files in a writable place', async () => {
    const unit = await read('systemd/spindle@.service')
    const [, folder] = /^CacheDirectory=(.+)$/m.exec(unit) ?? []
    expect(/^Environment=NODE_COMPILE_CACHE=(.+)$/m.exec(unit)?.[1]).toBe(`/var/cache/${folder}`)
  })

  const units = ['spindle@.service', 'spindle-backup.service', 'spindle-backup.timer']
  it.skipIf(isMissing('systemd-analyze')).each(units)('has the unit %s, which systemd understands', async (name) => {
    const unit = join(deploy, 'systemd', name)
    // It complains about each line it does not know, and about the program, which is not where operators put it.
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]).catch(
      (error) => error as { stderr: string },
    )
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))
    expect(complaints).toEqual([])
  })

  it('has a unit for backups with the walls of the one of the hub, and commands that the hub has', async () => {
    const [hub, backup] = await Promise.all([read('systemd/spindle@.service'), read('systemd/spindle-backup.service')])
    const walls = hub
      .slice(hub.indexOf('NoNewPrivileges='))
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
    const kept = walls.filter((line) => line !== 'WantedBy=multi-user.target')
    for (const line of kept) expect(backup).toContain(`${line}\n`)
    const runs = [...backup.matchAll(/^ExecStart=.*hub\.mjs (backup \w+) (.*)$/gm)]
    expect(runs.map(([, name]) => name)).toEqual(['backup create', 'backup verify', 'backup prune'])
    for (const [, name, rest = ''] of runs) {
      const command = commands.find((one) => one.name === name)
      const options = Object.values(command?.options ?? {}).map(({ flags }) => flags.split(' ')[0])
      for (const option of rest.split(' ').filter((word) => word.startsWith('--'))) expect(options).toContain(option)
    }
  })
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findProgramWalls } from '../../src/platform/programs/program-walls.ts'
import { type ProgramEnd, type ProgramRun, programRunner } from '../../src/platform/programs/run-program.ts'
import { eventually } from '../harness/eventually.ts'
import { openFolder, shellProgram } from '../harness/program-file.ts'

const limits = { timeoutMs: 60_000, memoryMiB: 512, maxOutputBytes: 10_000 }

describe('a program of the operator', () => {
  let folder: string
  beforeAll(async () => {
    folder = await openFolder(0o777)
  })
  const run = async (script: string, more: Partial<ProgramRun> = {}): Promise<ProgramEnd> =>
    programRunner().run({ program: await shellProgram(script), folder, limits, ...more })
  const outputOf = (end: ProgramEnd): string => (end.ended === 'exited' ? end.stdout.toString() : JSON.stringify(end))
  /** Whether a process that writes its mark again and again still does. */
  const isAlive = async (mark: string): Promise<boolean> => {
    await writeFile(mark, 'cleared')
    return eventually(async () => (await readFile(mark, 'utf8')) === 'alive' || undefined, {
      what: 'a sign of life',
      timeoutMs: 1_500,
    }).then(
      () => true,
      () => false,
    )
  }
  const immortal = (mark: string) => `(while true; do printf alive > ${mark}; sleep 0.1; done) &`

  it('gets its arguments and its input as they are, and nothing passes through a shell', async () => {
    const args = ['$(touch hacked)', '; echo "hacked"', "it's *"]
    const end = await run('for each; do printf "[%s]" "$each"; done; cat', { args, input: Buffer.from('`id` $HOME') })
    expect(outputOf(end)).toBe(`[$(touch hacked)][; echo "hacked"][it's *]\`id\` $HOME`)
  })

  it('has no variable of the hub, and those that are named', async () => {
    process.env.SPINDLE_TEST_ONLY_SECRET = 'of the hub'
    const end = await run('env | sort', { variables: { STORE_TOKEN: 'of the store', PATH: '/nowhere' } })
    delete process.env.SPINDLE_TEST_ONLY_SECRET
    const names = outputOf(end)
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => name !== '' && name !== '_' && name !== 'PWD')
    expect(names).toEqual(['HOME', 'PATH', 'STORE_TOKEN', 'TMPDIR'])
    expect(outputOf(end)).toContain('STORE_TOKEN=of the store\n')
    expect(outputOf(end)).not.toContain('/nowhere')
  })

  it('does not run as root, and cannot become root', async () => {
    const { userId } = await findProgramWalls()
    expect(outputOf(await run('id -u; grep NoNewPrivs /proc/self/status || true'))).toContain(
      `${userId ?? process.getuid?.()}\n`,
    )
  })

  it('has no open file of the hub', async () => {
    expect(outputOf(await run('ls /proc/self/fd | wc -l'))).toMatch(/^\s*[45]\n$/)
  })

  it('answers its exit code, what it printed, and the last lines it printed for people', async () => {
    const script =
      'echo out; for n in $(seq 1 2000); do echo "line $n" >&2; done; printf "\\033[2J last\\n" >&2; exit 3'
    const end = await run(script)
    expect(end).toMatchObject({ ended: 'exited', code: 3, stdout: Buffer.from('out\n') })
    expect(end.stderr.split('\n')).toEqual([
      ...['1992', '1993', '1994', '1995', '1996', '1997', '1998', '1999', '2000'].map((n) => `line ${n}`),
      '[2J last',
    ])
  })

  it('is ended with its children when it takes too long', async () => {
    const mark = join(folder, 'late')
    const end = await run(`${immortal(mark)}\nsleep 600`, { limits: { ...limits, timeoutMs: 1_000 } })
    expect(end).toEqual({ ended: 'failed', reason: 'it took more than 1 seconds', stderr: '' })
    expect(await isAlive(mark)).toBe(false)
  })

  it('leaves no process behind when it ends', async () => {
    const mark = join(folder, 'left')
    expect(await run(`${immortal(mark)}\nsleep 0.5`)).toMatchObject({ ended: 'exited', code: 0 })
    expect(await isAlive(mark)).toBe(false)
  })

  it('is ended when it prints too much, or needs too much memory', async () => {
    expect(await run('yes')).toMatchObject({ ended: 'failed', reason: 'it printed more than 10000 bytes' })
    const grow = `node=${process.execPath}; exec "$node" -e 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 10)'`
    expect(await run(grow, { limits: { ...limits, memoryMiB: 200 } })).toMatchObject({
      ended: 'failed',
      reason: 'it needed more than 200 MiB of memory',
    })
  })

  it('is ended when the hub stops, or when its signal says so', async () => {
    const runner = programRunner()
    const program = await shellProgram('echo started > "$HOME/$1"; sleep 600')
    const started = (name: string) =>
      eventually(() => readFile(join(folder, name), 'utf8').catch(() => undefined), { what: 'the start' })
    const abort = new AbortController()
    const one = runner.run({ program, args: ['one'], folder, limits, signal: abort.signal })
    await started('one')
    abort.abort()
    expect(await one).toEqual({ ended: 'stopped', stderr: '' })
    const two = runner.run({ program, args: ['two'], folder, limits })
    await started('two')
    await runner.stop()
    expect(await two).toEqual({ ended: 'stopped', stderr: '' })
    expect(await runner.run({ program, folder, limits })).toEqual({ ended: 'stopped', stderr: '' })
  })

  it('says so when it cannot be started', async () => {
    const nothing = join(folder, 'nothing')
    await mkdir(nothing)
    const end = await programRunner().run({ program: nothing, folder, limits })
    expect(end).toMatchObject({ ended: 'failed', reason: expect.stringContaining('it could not be started') })
  })
})

import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { isMissing } from '../../../server/test/harness/programs.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** The scripts in their shells. In bash with a terminal, a real Tab, and what the shell then would have run. */

const folder = makeFolder()
const scriptPath = join(folder, 'spindle.bash')

beforeAll(async () => {
  const { code, stdout } = await runSpindle(['completion', 'bash'])
  expect(code).toBe(0)
  writeFileSync(scriptPath, stdout)
  mkdirSync(join(folder, 'my album'))
  writeFileSync(join(folder, 'key file.txt'), '')
})

/** What the command gets when this is typed, Tab included, and Enter is pressed. */
async function typed(keys: string): Promise<string> {
  const child = spawn('script', ['-qec', `stty cols 500; exec bash --norc --noprofile -i`, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      HOME: folder,
      TERM: 'dumb',
      PS1: 'ready> ',
      SHELL: '/bin/sh',
    },
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  try {
    // No program of this name exists here, so what is shown is what completion has made of the keys.
    child.stdin.write(`spindle() { printf '<%s>' "$@"; echo; }; source spindle.bash; echo so''urced\n`)
    await eventually(() => shown.includes('sourced\r\n') || undefined, { what: 'bash to have read the script' })
    child.stdin.write(`${keys}\necho d''one\n`)
    await eventually(() => shown.includes('done\r\n') || undefined, { what: `the line to have run in ${shown}` })
    return /^<.*>(?=\r$)/m.exec(shown)?.[0] ?? shown
  } finally {
    child.kill('SIGKILL')
  }
}

/** What is offered at the end of a line, by the function that bash calls. */
async function offered(line: string): Promise<string[]> {
  const words = line.split(' ').map((word) => `'${word}'`)
  const program = `source spindle.bash
COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1} COMP_LINE='${line}' COMP_POINT=${line.length}
_spindle; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', program], { cwd: folder })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

describe.skipIf(isMissing('bash') || isMissing('script'))('spindle completion bash', () => {
  it.each([
    ['commands and their parts', 'spindle rel\tli\t', '<releases><list>'],
    ['options and their values', 'spindle releases list --sta\tdr\t', '<releases><list><--status><draft>'],
    ['values behind =', 'spindle mcp --gate=su\t', '<mcp><--gate=submit>'],
    [
      'behind options of every place',
      'spindle --hub https://hub.example rel\t',
      '<--hub><https://hub.example><releases>',
    ],
    ['values of arguments', 'spindle completion z\t', '<completion><zsh>'],
    ['files, with what the shell must not read', 'spindle --key-file ke\tstat\t', '<--key-file><key file.txt><status>'],
  ])('completes %s', async (_what, keys, expected) => {
    expect(await typed(keys)).toBe(expected)
  })

  it('never evaluates what is typed', async () => {
    await typed('spindle $(touch evaluated) --hub `touch evaluated` rel\t\x03echo')
    expect(readdirSync(folder)).not.toContain('evaluated')
  })

  it('offers what fits and nothing else', async () => {
    expect(await offered('spindle completion ')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
    expect(await offered('spindle re')).toContain('releases')
    expect(await offered('spindle releases ')).toEqual(expect.arrayContaining(['list', 'get', 'submit']))
    expect(await offered('spindle login -')).toEqual([
      '--json',
      '--fields',
      '--hub',
      '--profile',
      '--key-file',
      '--no-input',
      '--help',
      '--client',
      '--token',
      '--no-browser',
    ])
    expect(await offered('spindle completion bash ')).toEqual([''])
  })

  it('can be read twice', async () => {
    const twice = spawnSync('bash', ['--norc', '-c', 'source spindle.bash; source spindle.bash'], { cwd: folder })
    expect({ code: twice.status, stderr: String(twice.stderr) }).toEqual({ code: 0, stderr: '' })
  })
})

describe.each(['zsh', 'fish'] as const)('spindle completion %s', (shell) => {
  it('names the commands and their options', async () => {
    const { code, stdout, stderr } = await runSpindle(['completion', shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const word of ['releases', 'list', 'status', 'draft', 'key-file']) expect(stdout).toContain(word)
  })

  it.skipIf(isMissing(shell))('is understood by the shell', async () => {
    const { stdout } = await runSpindle(['completion', shell])
    const script = join(folder, `spindle.${shell}`)
    writeFileSync(script, stdout)
    const checked = spawnSync(shell, ['-n', script])
    expect({ code: checked.status, stderr: String(checked.stderr) }).toEqual({ code: 0, stderr: '' })
  })
})

describe('spindle completion powershell', () => {
  it('has every name once in each table, as PowerShell compares names without case', async () => {
    const { code, stdout } = await runSpindle(['completion', 'powershell'])
    expect(code).toBe(0)
    const tables = stdout.split(/^ {2}\$\w+ = @\{$/m).slice(1)
    expect(tables).toHaveLength(4)
    for (const table of tables) {
      const names = [...table.matchAll(/^ {4}'([^']*)' = /gm)].map(([, name = '']) => name.toLowerCase())
      expect(names).toEqual([...new Set(names)])
    }
    for (const [, options = ''] of stdout.matchAll(/^ {4}'[^']*' = @\{(.*)\}$/gm)) {
      const names = [...options.matchAll(/(?:^|; )'(-[^']*)' = @/g)].map(([, name = '']) => name.toLowerCase())
      expect(names).toEqual([...new Set(names)])
    }
  })
})

it('accepts only supported shells', async () => {
  const { code, stdout, stderr } = await runSpindle(['completion', 'tcsh'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('bash, zsh, fish, powershell')
})

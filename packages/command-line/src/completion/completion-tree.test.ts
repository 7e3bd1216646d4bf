import { describe, expect, it } from 'vitest'
import { defineCommand } from '../define-command.ts'
import { argument, choice, flag, text } from '../option-types.ts'
import { buildCompletionTree } from './completion-tree.ts'
import { powershellScript } from './powershell-script.ts'

const base = { load: async () => async () => 0 }
const commands = [
  defineCommand({
    ...base,
    name: 'deliver',
    summary: 'Deliver',
    input: {
      arguments: { folder: argument.one('A folder') },
      options: {
        dryRun: flag('-n, --dry-run', 'Dry'),
        output: text('-o, --output <file>', 'Out'),
        label: text('--label <text>', 'Label'),
      },
    },
  }),
  defineCommand({
    ...base,
    name: 'keys list',
    summary: 'List',
    input: { options: { status: choice('--status <status>', 'State', ['active', 'revoked']) } },
  }),
  defineCommand({
    ...base,
    name: 'keys get',
    summary: 'Get',
    input: { arguments: { files: argument.many('Files'), shell: argument.choice('Shell', ['bash', 'zsh']) } },
  }),
  defineCommand({ ...base, name: 'people operator add', summary: 'Add', input: {} }),
  defineCommand({ ...base, name: 'people operator remove', summary: 'Remove', input: {} }),
]
const tree = buildCompletionTree({
  name: 'play-hub',
  commands,
  groups: { keys: 'API keys', 'people operator': 'Operators' },
  globalOptions: [{ flags: '--json', summary: 'JSON' }],
})
const node = (path: string) => tree.nodes.find((one) => one.path === path)

describe('powershellScript', () => {
  const script = powershellScript({
    ...tree,
    nodes: [
      ...tree.nodes,
      {
        path: 'labels list',
        next: [],
        flags: [
          { names: ['--order'], summary: "The label's order", value: { kind: 'words', words: ['name', 'newest'] } },
        ],
        positions: [],
      },
    ],
  })

  it('lists commands, options, values and arguments', () => {
    for (const line of [
      `    'people operator' = @('add', 'Add', 'remove', 'Remove')`,
      `    'deliver' = @{'-n' = @('Dry'); '--dry-run' = @('Dry'); '-o' = @('Out'); '--output' = @('Out'); '--label' = @('Label')}`,
      `    'deliver' = @('-o', '--output', '--label')`,
      `    'keys get' = @('bash', 'zsh')`,
      `  $everywhere = @{'--json' = @('JSON'); '--help' = @('Show help')}`,
    ])
      expect(script.split('\n')).toContain(line)
  })

  it('doubles every apostrophe, so that no text ends its string', () => {
    expect(script).toContain(`'--order' = @('The label''s order', 'name', 'newest')`)
  })
})

describe('buildCompletionTree', () => {
  it('offers the first words, and the second words of a group', () => {
    expect(node('')?.next).toEqual([
      { word: 'deliver', summary: 'Deliver' },
      { word: 'keys', summary: 'API keys' },
      { word: 'people', summary: '' },
    ])
    expect(node('keys')?.next).toEqual([
      { word: 'list', summary: 'List' },
      { word: 'get', summary: 'Get' },
    ])
  })

  it('offers options with both of their names, and what their value is', () => {
    expect(node('deliver')?.flags).toEqual([
      { names: ['-n', '--dry-run'], summary: 'Dry', value: undefined },
      { names: ['-o', '--output'], summary: 'Out', value: { kind: 'file', words: [] } },
      { names: ['--label'], summary: 'Label', value: { kind: 'text', words: [] } },
    ])
    expect(node('keys list')?.flags).toEqual([
      { names: ['--status'], summary: 'State', value: { kind: 'words', words: ['active', 'revoked'] } },
    ])
  })

  it('finds what each argument is by its name', () => {
    expect(node('deliver')?.positions).toEqual([{ kind: 'folder', words: [], isMany: false }])
    expect(node('keys get')?.positions).toEqual([
      { kind: 'file', words: [], isMany: true },
      { kind: 'words', words: ['bash', 'zsh'], isMany: false },
    ])
  })

  it('offers the third words of a group inside a group', () => {
    expect(node('people')?.next).toEqual([{ word: 'operator', summary: 'Operators' }])
    expect(node('people operator')?.next).toEqual([
      { word: 'add', summary: 'Add' },
      { word: 'remove', summary: 'Remove' },
    ])
  })

  it('has the options of every command, and --help', () => {
    expect(tree.globals.map(({ names }) => names.at(-1))).toEqual(['--json', '--help'])
  })
})

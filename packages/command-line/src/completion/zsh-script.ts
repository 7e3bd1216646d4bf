import {
  type CompletionNode,
  type CompletionTree,
  type CompletionValue,
  type Flag,
  functionName,
  type Subcommand,
} from './completion-tree.ts'

/** For zsh, by its own \`_arguments\`. */
export function zshScript({ program, globals, nodes }: CompletionTree): string {
  const own = functionName(program)
  return [
    `#compdef ${program}`,
    `# Completion of ${program} for zsh; made by: ${program} completion zsh`,
    ...nodes.map((place) => functionOf(own, place, globals)),
    // Loaded from fpath the file is the function; sourced, it registers it.
    `if [[ $funcstack[1] == ${own} ]]; then ${own} "$@"; else compdef ${own} ${program}; fi`,
    '',
  ].join('\n')
}

const nameOf = (own: string, path: string): string => [own, ...path.split(' ')].filter(Boolean).join('_')

function functionOf(own: string, { path, next, flags, positions }: CompletionNode, globals: readonly Flag[]): string {
  const specs = [...flags, ...globals].map(flagSpec)
  if (next.length === 0)
    return [`${nameOf(own, path)}() {`, call('_arguments', [...specs, ...positions.map(positionSpec)]), '}'].join('\n')
  return [
    `${nameOf(own, path)}() {`,
    '  local curcontext="$curcontext" state line ret=1',
    `  local -a names=(${next.map(({ word, summary }) => `\n    ${quote(`${word}:${summary}`)}`).join('')}\n  )`,
    call('_arguments -C', [...specs, quote('1:command:->command'), quote('*::argument:->argument')]),
    '  case $state in',
    '    command) _describe command names ;;',
    '    argument)',
    '      case $line[1] in',
    ...next.map(({ word }: Subcommand) => `        ${word}) ${nameOf(own, `${path} ${word}`)} ;;`),
    '      esac ;;',
    '  esac',
    '}',
  ].join('\n')
}

const call = (command: string, words: readonly string[]): string =>
  [`  ${command}`, ...words.map((word) => `    ${word}`)].join(' \\\n')

function flagSpec({ names, summary, value }: Flag): string {
  const text = escaped(summary)
  const [name = ''] = names.slice(-1)
  return value === undefined ? quote(`${name}[${text}]`) : quote(`${name}=[${text}]:value:${action(value)}`)
}

function positionSpec(position: CompletionNode['positions'][number], index: number): string {
  return quote(`${position.isMany ? '*' : index + 1}:argument:${action(position)}`)
}

function action({ kind, words }: CompletionValue): string {
  if (kind === 'words')
    return `_values -s , value ${words.map((word) => word.replaceAll(':', String.raw`\:`)).join(' ')}`
  if (kind === 'text') return '_message value'
  return kind === 'folder' ? '_files -/' : '_files'
}

const escaped = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`)
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

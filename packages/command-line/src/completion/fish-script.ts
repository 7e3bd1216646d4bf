import {
  type CompletionNode,
  type CompletionTree,
  type CompletionValue,
  type Flag,
  functionName,
  namesWithValue,
} from './completion-tree.ts'

/** For fish, by its own \`complete\`. */
export function fishScript({ program, globals, nodes }: CompletionTree): string {
  const at = `_${functionName(program)}_at`
  const skips = [
    ...nodes.flatMap(({ path, flags }) => namesWithValue(flags).map((name) => ({ path, name }))),
    ...nodes.flatMap(({ path }) => namesWithValue(globals).map((name) => ({ path, name }))),
  ].map(({ path, name }) => quote(`${path}:${name}`))
  return `# Completion of ${program} for fish; made by: ${program} completion fish
function ${at} --description 'Whether the words typed so far lead to this place'
  set -l place ''
  set -l skip 0
  for word in (commandline -opc)[2..]
    if test $skip = 1
      set skip 0
    else if contains -- "$place:$word" ${skips.join(' ')}
      set skip 1
    else if contains -- (string trim -- "$place $word") ${nodes.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join(' ')}
      set place (string trim -- "$place $word")
    end
  end
  test "$place" = "$argv[1]"
end

complete -c ${program} -e
complete -c ${program} -f
${globals.map((flag) => `complete -c ${program} ${flagWords(flag)}`).join('\n')}
${nodes.flatMap((node) => linesOf(program, at, node)).join('\n')}
`
}

function linesOf(program: string, isAt: string, { path, next, flags, positions }: CompletionNode): string[] {
  const at = `complete -c ${program} -n ${quote(`${isAt} "${path}"`)}`
  return [
    ...next.map(({ word, summary }) => `${at} -a ${word} -d ${quote(summary)}`),
    ...flags.map((flag) => `${at} ${flagWords(flag)}`),
    ...positions.flatMap((position) => {
      const offered = offer(position)
      return offered === '' ? [] : [`${at} ${offered}`]
    }),
  ]
}

function flagWords({ names, summary, value }: Flag): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const takes = value === undefined ? [] : [value.kind === 'file' ? '-r' : '-x', offer(value)]
  return [...forms, ...takes, '-d', quote(summary)].filter(Boolean).join(' ')
}

function offer({ kind, words }: CompletionValue): string {
  if (kind === 'words') return `-a ${quote(words.join(' '))}`
  if (kind === 'text') return ''
  return kind === 'folder' ? `-a '(__fish_complete_directories)'` : '-F'
}

const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

import {
  type CompletionNode,
  type CompletionTree,
  type CompletionValue,
  type Flag,
  functionName,
} from './completion-tree.ts'

/** For bash 3.2 and newer, without the package bash-completion. Where nothing is offered, bash offers files. */
export function bashScript(commandLine: CompletionTree): string {
  const { program, globals, nodes } = commandLine
  const own = functionName(program)
  const patterns = patternsOf(commandLine)
  return `\
# Completion of ${program} for bash; made by: ${program} completion bash
${own}() {
  local line=\${COMP_LINE:0:COMP_POINT} place='' count=0 skip='' glued='' index word
  local typed=\${line##*[[:space:]]} before value
  before=\${line%"$typed"} before=\${before%"\${before##*[![:space:]]}"} before=\${before##*[[:space:]]}
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    # Bash splits words at = and :, which are parts of options and values here.
    case $word in [=:]) glued=1 skip=''; continue ;; esac
    if [[ $glued || $skip ]]; then glued='' skip=''; continue; fi
    case "$place:$word" in
${patterns.map(({ pattern }) => `      ${pattern}) skip=1 ;;`).join('\n')}
      *:-*) ;;
      *)
        case "\${place:+$place }$word" in
          ${nodes.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join('|')}) place="\${place:+$place }$word" ;;
          *) count=$((count + 1)) ;;
        esac ;;
    esac
  done
  value=$typed
  if [[ $typed == --*=* ]]; then before=\${typed%%=*} value=\${typed#*=}; fi
  COMPREPLY=()
  case "$place:$before" in
${patterns.map(({ pattern, value }) => `    ${pattern}) ${offer(own, value)} return ;;`).join('\n')}
  esac
  if [[ $typed == -* ]]; then
    ${own}_words ${globals.flatMap(({ names }) => names).join(' ')}
    case $place in
${nodes
  .filter(({ flags }) => flags.length > 0)
  .map(({ path, flags }) => `      ${quote(path)}) ${own}_words ${flags.flatMap(({ names }) => names).join(' ')} ;;`)
  .join('\n')}
    esac
    return
  fi
  case "$place:$count" in
${nodes.flatMap((node) => positionCases(own, node)).join('\n')}
  esac
}

${own}_words() {
  # Of a list with commas the last word is completed; of a word with colons bash expects the part after the last one.
  local head='' drop='' word
  compopt +o default 2> /dev/null
  [[ $value == *,* ]] && head=\${value%,*},
  [[ $COMP_WORDBREAKS == *:* ]] && drop=\${value%"\${value##*[:=]}"}
  for word; do
    [[ $head$word == "$value"* ]] && word=$head$word && COMPREPLY+=("\${word#"$drop"}")
  done
}

${own}_nothing() { compopt +o default 2> /dev/null; }
${own}_folders() { compopt +o default -o dirnames 2> /dev/null; }

complete -o default -F ${own} ${program}
`
}

const quote = (text: string): string => `'${text}'`

interface Pattern {
  readonly pattern: string
  readonly value: CompletionValue
}

/** `*` means every position. */
const withValue = (flags: readonly Flag[], path: string): Pattern[] =>
  flags.flatMap(({ names, value }) => {
    const one = (name: string): string => (path === '*' ? `*:${name}` : quote(`${path}:${name}`))
    return value === undefined ? [] : [{ pattern: names.map(one).join('|'), value }]
  })

const patternsOf = ({ globals, nodes }: CompletionTree): Pattern[] => [
  ...withValue(globals, '*'),
  ...nodes.flatMap(({ path, flags }) => withValue(flags, path)),
]

function positionCases(own: string, { path, next, positions }: CompletionNode): string[] {
  if (next.length > 0) return [`    ${quote(`${path}:0`)}) ${own}_words ${next.map(({ word }) => word).join(' ')} ;;`]
  return positions.map((position, index) => {
    const count = position.isMany ? `${quote(`${path}:`)}*` : quote(`${path}:${index}`)
    return `    ${count}) ${offer(own, position)} ;;`
  })
}

function offer(own: string, { kind, words }: CompletionValue): string {
  if (kind === 'words') return `${own}_words ${words.join(' ')};`
  return { text: `${own}_nothing;`, folder: `${own}_folders;`, file: ':;' }[kind]
}

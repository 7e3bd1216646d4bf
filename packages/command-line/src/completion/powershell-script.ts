import { type CompletionNode, type CompletionTree, type Flag, namesWithValue } from './completion-tree.ts'

/**
 * For PowerShell, Windows PowerShell 5.1 included, by \`Register-ArgumentCompleter -Native\`. Where the script offers
 * nothing, PowerShell offers files and folders.
 */
export function powershellScript({ program, globals, nodes }: CompletionTree): string {
  return `# Completion of ${program} for PowerShell; made by: ${program} completion powershell
Register-ArgumentCompleter -Native -CommandName ${quote(program)} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${nodes
  .map((node) =>
    entry(
      node.path,
      node.next.flatMap(({ word, summary }) => [word, summary]),
    ),
  )
  .join('\n')}
  }
  $arguments = @{
${nodes.flatMap(argumentsOf).join('\n')}
  }
  # The summary of each option, then the values that it offers.
  $options = @{
${nodes.flatMap(optionsOf).join('\n')}
  }
  $everywhere = @{${hashOf(globals)}}
  $withValue = @{
${nodes.flatMap(({ path, flags }) => entryUnlessEmpty(path, namesWithValue(flags))).join('\n')}
  }
  $withValueEverywhere = ${list(namesWithValue(globals))}
  $place = ''
  $before = ''
  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $word = $element.Extent.Text
    $isValue = (@($withValue[$place]) + $withValueEverywhere) -ccontains $before
    $before = if ($isValue) { '' } else { $word }
    $path = "$place $word".Trim()
    if (-not $isValue -and $commands.ContainsKey($path)) { $place = $path }
  }
  $offer = {
    param($text, $summary, $prefix)
    if ($text.StartsWith($wordToComplete, [StringComparison]::Ordinal)) {
      if (-not $summary) { $summary = $text }
      [System.Management.Automation.CompletionResult]::new($text, $text.Substring($prefix.Length), 'ParameterValue', $summary)
    }
  }
  $here = $everywhere.Clone()
  if ($options[$place]) { foreach ($name in $options[$place].Keys) { $here[$name] = $options[$place][$name] } }
  if ((@($withValue[$place]) + $withValueEverywhere) -ccontains $before) {
    foreach ($value in @($here[$before] | Select-Object -Skip 1)) { & $offer $value '' '' }
  } elseif ($wordToComplete -match '^(--[^=]+)=') {
    $option = $Matches[1]
    foreach ($value in @($here[$option] | Select-Object -Skip 1)) { & $offer "$option=$value" '' "$option=" }
  } elseif ($wordToComplete.StartsWith('-')) {
    foreach ($option in @($here.Keys | Sort-Object)) { & $offer $option $here[$option][0] '' }
  } else {
    $next = @($commands[$place])
    for ($index = 0; $index -lt $next.Count - 1; $index += 2) { & $offer $next[$index] $next[$index + 1] '' }
    foreach ($value in @($arguments[$place])) { if ($value) { & $offer $value '' '' } }
  }
}
`
}

const hashOf = (flags: readonly Flag[]): string =>
  flags
    .flatMap(({ names, summary, value }) =>
      names.map((name) => `${quote(name)} = ${list([summary, ...(value?.words ?? [])])}`),
    )
    .join('; ')

const optionsOf = ({ path, flags }: CompletionNode): string[] =>
  flags.length === 0 ? [] : [`    ${quote(path)} = @{${hashOf(flags)}}`]

const argumentsOf = ({ path, positions }: CompletionNode): string[] =>
  entryUnlessEmpty(
    path,
    positions.flatMap(({ words }) => words),
  )

const entryUnlessEmpty = (path: string, words: readonly string[]): string[] =>
  words.length === 0 ? [] : [entry(path, words)]

const entry = (path: string, words: readonly string[]): string => `    ${quote(path)} = ${list(words)}`
const list = (words: readonly string[]): string => `@(${words.map(quote).join(', ')})`

/** PowerShell takes typographic apostrophes for quotes too. */
const quote = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`

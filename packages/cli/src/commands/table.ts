import { type Command, placeholderOf } from '../command.ts'

/** The table of all commands in Markdown, for the documentation. */
export function commandTable(commands: readonly Command[]): string {
  const rows = commands.map((command) => [`\`${usageOf(command)}\``, command.summary.replaceAll('|', String.raw`\|`)])
  const all = [['command', 'what it does'], ...rows]
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...body] = all.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const usageOf = ({ name, arguments: args }: Command): string =>
  [name, ...Object.entries(args ?? {}).map(([argument, takes]) => placeholderOf(argument, takes))].join(' ')

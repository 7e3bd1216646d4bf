import { type CommandData, formatUsage } from '../packages/command-line/src/index.ts'
import type { Tool } from '../packages/mcp/src/index.ts'
import type { ClientMethod } from './client-methods.ts'

/** The tables of the documentation, in Markdown as Biome formats it. */

/** Every command with its arguments. */
export const commandTable = (commands: readonly CommandData[]): string =>
  markdownTable(
    ['command', 'what it does'],
    commands.map((command) => [`\`${usageOf(command)}\``, command.summary]),
  )

const usageOf = (command: CommandData): string => formatUsage(command).replace(/ \[options\]$/, '')

/** Every tool of agents with its gate. */
export const toolTable = (tools: readonly Tool[]): string =>
  markdownTable(
    ['tool', 'gate', 'what it does'],
    tools.map(({ name, gate, title }) => [`\`${name}\``, gate, title]),
  )

/** Every method of the typed client. */
export const methodTable = (methods: readonly ClientMethod[]): string =>
  markdownTable(
    ['method of `client`', 'what it does'],
    methods.map(({ call, does }) => [`\`${call}\``, does]),
  )

/** Every figure of the hub with its labels. */
export const metricTable = (
  metrics: Readonly<Record<string, { readonly help: string; readonly labels: readonly string[] }>>,
): string =>
  markdownTable(
    ['figure', 'what it counts'],
    Object.entries(metrics).map(([name, { help, labels }]) => [
      `\`${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''}\``,
      help,
    ]),
  )

/** Every event of the log with its level. */
export const eventTable = (
  events: Readonly<Record<string, { readonly levels: readonly string[]; readonly meaning: string }>>,
): string =>
  markdownTable(
    ['event', 'level', 'what it says'],
    Object.entries(events).map(([name, { levels, meaning }]) => [`\`${name}\``, levels.join(', '), meaning]),
  )

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)))]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const [first = '', ...body] = all.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  return [first, lineOf(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

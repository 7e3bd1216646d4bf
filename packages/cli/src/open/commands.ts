import { defineCommand } from '../command.ts'
import { argument } from '../options.ts'
import { pages } from './pages.ts'

export const openPage = {
  arguments: { page: argument.optional(`What to show: ${Object.keys(pages).join(', ')}, or a path such as /docs`) },
}

export const openCommands = [
  defineCommand({
    name: 'open',
    summary: 'Show a page of the hub in the browser',
    description:
      'Opens a page of the hub in the browser; without a display, or in a pipe, it only says the address. No address holds a credential.',
    examples: ['spindle open', 'spindle open docs'],
    operations: [],
    takes: openPage,
    load: async () => (await import('./open.ts')).openInBrowser,
  }),
]

import { defineCommand } from '../../command-line/define-command.ts'
import { argument } from '../../command-line/option-types.ts'
import { hubPages } from './hub-pages.ts'

export const openPage = {
  arguments: { page: argument.optional(`What to show: ${Object.keys(hubPages).join(', ')}, or a path such as /docs`) },
}

export const openCommands = [
  defineCommand({
    name: 'open',
    summary: 'Show a page of the hub in the browser',
    description:
      'Opens a page of the hub in the browser; without a display, or in a pipe, it only says the address. No address holds a credential.',
    examples: ['spindle open', 'spindle open docs'],
    operations: [],
    input: openPage,
    load: async () => (await import('./open-in-browser.ts')).openInBrowser,
  }),
]

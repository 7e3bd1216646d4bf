import { argument, defineCommand } from '../../command-line/define-command.ts'
import { hubPages } from './hub-pages.ts'

export const openPage = {
  arguments: { page: argument.optional(`What to show: ${Object.keys(hubPages).join(', ')}, or a path such as /docs`) },
}

export const openCommands = [
  defineCommand({
    name: 'open',
    summary: 'Open a page of the hub in the browser',
    description:
      'Opens a page of the hub in the browser. Without a display, or in a pipe, it only prints the address. The address never contains a credential.',
    examples: ['spindle open', 'spindle open docs'],
    operations: [],
    input: openPage,
    load: async () => (await import('./open-in-browser.ts')).openInBrowser,
  }),
]

import { UsageError } from '@spindle/command-line'
import { findNearestName } from '@spindle/contract/vocabulary'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { hasDisplay, showInBrowser } from '../../output/show-in-browser.ts'
import { hubPages } from './hub-pages.ts'
import type { openPage } from './open-commands.ts'

export const openInBrowser: CommandHandler<typeof openPage> = async (context, { page = 'home' }) => {
  const path = pathOf(page)
  const url = `${(await context.connection()).baseUrl.replace(/\/+$/, '')}${path}`
  const opened = hasDisplay(context) && (await showInBrowser(url))
  context.out.result({ url, opened }, () => [opened ? `Opened ${url}` : url])
  return undefined
}

function pathOf(page: string): string {
  const named = new Map<string, string>(Object.entries(hubPages)).get(page)
  if (named !== undefined) return named
  // `//host` would be another host.
  if (/^\/(?!\/)[^\s\\]*$/.test(page)) return page
  const near = findNearestName(page, Object.keys(hubPages))
  throw new UsageError(
    `Unknown page "${page}"`,
    `${near === undefined ? '' : `Did you mean ${near}? `}Choose one of: ${Object.keys(hubPages).join(', ')}, or a path.`,
  )
}

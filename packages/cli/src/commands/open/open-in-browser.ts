import { once } from 'node:events'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { UsageError } from '../../errors/command-error.ts'
import { hubPages } from './hub-pages.ts'
import type { openPage } from './open-commands.ts'

export const openInBrowser: CommandHandler<typeof openPage> = async (context, { page = 'home' }) => {
  const path = pathOf(page)
  const url = `${(await context.connection()).baseUrl.replace(/\/+$/, '')}${path}`
  const opened = hasDisplay(context) && (await show(url))
  context.out.result({ url, opened }, () => [opened ? `Opened ${url}` : url])
  return undefined
}

function pathOf(page: string): string {
  const named = new Map<string, string>(Object.entries(hubPages)).get(page)
  if (named !== undefined) return named
  // `//host` would be another host.
  if (/^\/(?!\/)[^\s\\]*$/.test(page)) return page
  throw new UsageError(`There is no page "${page}"`, `Choose one of: ${Object.keys(hubPages).join(', ')}, or a path.`)
}

/** A person is here, and windows can be shown where they are. */
function hasDisplay({ out, environment }: CommandContext): boolean {
  if (out.isJson || !out.isLive || environment.SSH_CONNECTION) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY || environment.WSL_DISTRO_NAME)
}

/** A launcher that finds no browser ends within this time; one that goes on is the browser. */
const settleMs = 1_000

/** Whether a browser was started; when none was, the address is of more use than the reason. */
async function show(url: string): Promise<boolean> {
  const { default: open } = await import('open')
  try {
    const child = await open(url)
    const settled = AbortSignal.timeout(settleMs)
    // The child does not keep the process, so something else must until it has had its time.
    const keep = setTimeout(() => {}, settleMs + 100)
    if (child.exitCode === null) await once(child, 'exit', { signal: settled }).catch(() => {})
    clearTimeout(keep)
    return child.exitCode === null || child.exitCode === 0
  } catch {
    return false
  }
}

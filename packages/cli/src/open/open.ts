import { once } from 'node:events'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { openPage } from './commands.ts'
import { pages } from './pages.ts'

export const openInBrowser: Run<typeof openPage> = async (context, { page = 'home' }) => {
  const path = pathOf(page)
  const url = `${(await context.connection()).baseUrl.replace(/\/+$/, '')}${path}`
  const opened = hasDisplay(context) && (await show(url))
  context.out.result({ url, opened }, () => [opened ? `Opened ${url}` : url])
  return undefined
}

function pathOf(page: string): string {
  const named = new Map<string, string>(Object.entries(pages)).get(page)
  if (named !== undefined) return named
  // `//host` would be another host.
  if (/^\/(?!\/)[^\s\\]*$/.test(page)) return page
  throw new UsageError(`There is no page "${page}"`, `Take one of: ${Object.keys(pages).join(', ')}, or a path.`)
}

/** A person is here, and windows can be shown where they are. */
function hasDisplay({ out, environment }: Context): boolean {
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

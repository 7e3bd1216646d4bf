import { once } from 'node:events'
import type { Output } from './terminal-output.ts'

interface Desk {
  readonly out: Pick<Output, 'isJson' | 'isTerminal' | 'isLive'>
  readonly environment: NodeJS.ProcessEnv
}

/** A person is here, and windows can be shown where they are. */
export function hasDisplay({ out, environment }: Desk): boolean {
  if (out.isJson || !out.isTerminal || !out.isLive || environment.SSH_CONNECTION) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY || environment.WSL_DISTRO_NAME)
}

/** A launcher that finds no browser ends within this time; one that keeps running is the browser. */
const settleMs = 1_000

/** Whether a browser was started; when none was, the address is of more use than the reason. */
export async function showInBrowser(url: string): Promise<boolean> {
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

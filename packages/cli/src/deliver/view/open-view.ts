import process from 'node:process'
import type { Output } from '../../output/terminal-output.ts'
import { plainView, type View } from './plain-view.ts'

/** The view for whoever looks: one that is redrawn for a terminal that can be, and whose width is known, else lines. */
export async function openView(out: Output, environment: NodeJS.ProcessEnv): Promise<View> {
  const canRedraw = out.isLive && environment.TERM !== 'dumb' && process.stderr.columns > 0
  if (!canRedraw) return plainView(out, () => performance.now())
  const { liveView } = await import('./live-view.ts')
  return liveView(out, process.stderr)
}

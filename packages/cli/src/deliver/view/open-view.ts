import process from 'node:process'
import type { Output } from '../../output.ts'
import { createPlainView, type View } from './plain-view.ts'

/** The view for whoever looks: one that is redrawn for a terminal, else lines. */
export async function openView(out: Output): Promise<View> {
  if (!out.isLive) return createPlainView(out, () => performance.now())
  const { createLiveView } = await import('./live-view.ts')
  return createLiveView(out, process.stderr)
}

import type { CommandContext } from '../../command-line/command-context.ts'
import { plainView, type View } from './plain-view.ts'

/** The view for whoever looks: one that is redrawn for a terminal that can be, and whose width is known, else lines. */
export async function openView({ out, environment, terminal }: ViewContext): Promise<View> {
  const canRedraw = out.isLive && environment.TERM !== 'dumb' && terminal.columns > 0
  if (!canRedraw) return plainView(out, () => performance.now())
  const { liveView } = await import('./live-view.ts')
  return liveView(out, terminal)
}

type ViewContext = Pick<CommandContext, 'out' | 'environment' | 'terminal'>

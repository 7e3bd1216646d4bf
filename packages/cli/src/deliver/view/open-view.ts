import type { CommandContext } from '../../command-line/command-context.ts'
import { plainView, type View } from './plain-view.ts'

/** Chooses the view: a redrawn one for terminals that support it and whose width is known, else lines. */
export async function openView({ out, environment, terminal }: ViewContext): Promise<View> {
  const canRedraw = out.isLive && environment.TERM !== 'dumb' && terminal.columns > 0
  if (!canRedraw) return plainView(out, () => performance.now())
  const { liveView } = await import('./live-view.ts')
  return liveView(out, terminal)
}

type ViewContext = Pick<CommandContext, 'out' | 'environment' | 'terminal'>

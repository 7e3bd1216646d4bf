import { memoryUploadCache, type Release } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import type { CommandContext } from '../command-line/command-context.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import type { Emit } from './deliver-events.ts'

/** Connects deliveries with the hub of a command. */

interface Delivering {
  readonly emit: Emit
  /** Change a submitted release as the folder was changed, without asking. */
  readonly update: boolean
  /** Whether a question may interrupt the delivery. */
  readonly mayAsk: boolean
}

/** Throws without an address or a credential; no request is sent yet. */
export async function connectDelivery(
  context: CommandContext,
  { emit, update, mayAsk }: Delivering,
): Promise<DeliverDependencies> {
  const { cwd, signal, client: connect } = context
  const { profile } = await context.connection()
  const hub = await connect(memoryUploadCache())
  const confirmUpdate = async ({ id }: Release): Promise<void> => {
    if (update) return
    if (mayAsk && context.canAsk) return context.confirm(`Change ${id} as well?`, false)
    throw new CommandError(`The folder was changed after ${id} was submitted. Nothing was sent`, {
      code: 'folder_changed',
      fix: 'Add --update to change the release as well, or undo the changes in the folder.',
    })
  }
  return { cwd, signal, emit, hub, hubKey: `${profile} ${hub.baseUrl}`, connect, confirmUpdate }
}

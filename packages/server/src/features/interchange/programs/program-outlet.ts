import { findProgramProblem } from '../../../platform/programs/find-program-problem.ts'
import { openVariables } from '../../../platform/programs/program-variables.ts'
import { type DeliveryAccess, type OutletAdapter, OutletFailure } from '../../outlets/index.ts'
import { deliverRelease } from '../sending/deliver-release.ts'
import type { MessageChannel } from '../sending/message-channel.ts'
import { storeAdapter } from '../sending/store-adapter.ts'
import { takeDownRelease } from '../sending/take-down-release.ts'
import { type ProgramChannelOptions, programChannel } from './program-channel.ts'
import { type ProgramSettings, programSettingsOf } from './program-settings.ts'

/** Outlets that are programs of the operator: docs/extending.md is the agreement with them. */

interface Called {
  readonly outletId: string
  readonly access: Pick<DeliveryAccess, 'settings' | 'signal'>
}

export function programOutlet(options: ProgramChannelOptions): OutletAdapter {
  const withProgram = async <T>(
    { outletId, access }: Called,
    work: (channel: MessageChannel) => Promise<T>,
  ): Promise<T> => {
    const settings = programSettingsOf(access)
    const known = await options.outlets.openSecret(outletId)
    if (known?.isPaused) throw outletPaused()
    await requireProgram(options, outletId, settings)
    try {
      return await work(programChannel(options, { settings, variables: openVariables(known?.secret) }))
    } catch (error) {
      throw explainFailure(error)
    }
  }
  return storeAdapter({
    kind: 'program',
    lane: 'programs',
    deliver: (message, access) =>
      withProgram({ outletId: message.outletId, access }, (channel) => deliverRelease(channel, message, access)),
    takedown: (message, access) =>
      withProgram({ outletId: message.outletId, access }, (channel) => takeDownRelease(channel, message, access)),
  })
}

const outletPaused = (): OutletFailure =>
  new OutletFailure('outlet_paused', 'The program of this outlet cannot run. The operator must check it.')

/** Pauses the outlet if the program may not run: only the operator can repair that. */
async function requireProgram(
  { outlets, log }: ProgramChannelOptions,
  outletId: string,
  { program }: ProgramSettings,
): Promise<void> {
  const problem = await findProgramProblem(program)
  if (problem === undefined) return
  const reason = `${program} ${problem}`
  await outlets.pause(outletId, true, reason)
  log.warn('outlets.paused', { outletId, reason })
  throw outletPaused()
}

/** A failure of the disk of the hub, in words that an account may read. */
function explainFailure(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown }
  if (error instanceof OutletFailure || typeof code !== 'string') return error
  return new OutletFailure(
    'package_not_written',
    `The hub could not write the package for the program (${code}). It will try again.`,
  )
}

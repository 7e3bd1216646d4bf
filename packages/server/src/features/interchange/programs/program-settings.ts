import type { DeliveryAccess } from '../../outlets/index.ts'
import { type StoreSettings, settingsOf } from '../outlet-settings.ts'

/** An outlet that is a program of the operator. Only the command line names the program; the API never does. */
export interface ProgramPlace {
  /** Absolute. */
  readonly program: string
  readonly timeoutSeconds: number
  readonly memoryMiB: number
}

/** Its variables are kept apart from the settings, sealed. */
export interface ProgramSettings extends StoreSettings, ProgramPlace {}

/** Shorter than an attempt may take, so that the program is ended before the attempt is. */
export const longestRunSeconds = 3.5 * 3_600

/**
 * A program gets every package whole, because the hub cannot know what a run that failed has done, and its exit is the
 * answer of the store.
 */
export const wholePackages = {
  choreography: 'release_by_release',
  resendFiles: 'always',
  writeFiles: 'renamed',
  acknowledges: true,
} as const satisfies Partial<StoreSettings>

/** Throws `outlet_unknown` if the outlet was removed. */
export const programSettingsOf = (access: Pick<DeliveryAccess, 'settings'>): ProgramSettings => ({
  ...(settingsOf(access) as ProgramSettings),
  ...wholePackages,
})

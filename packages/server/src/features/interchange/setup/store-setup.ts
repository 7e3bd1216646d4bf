import {
  type ErnVersion,
  isTerritoryCode,
  type OutletProfile,
  referenceData,
  suggestTerritory,
  usualResendFiles,
  usualStore,
} from '@spindle/contract'
import { asStoreSettings, quirks, type StoreSettings } from '../outlet-settings.ts'
import { chooseVersion } from '../store-versions.ts'
import { SetupRefused } from './setup-refused.ts'

/** What an operator says about the messages to a store becomes its settings. Commands and the console both use this. */

/** What can change after a store was added. */
export type SettableSettings = Pick<
  StoreSettings,
  | 'ernVersion'
  | 'manifestHash'
  | 'liveOn'
  | 'resendFiles'
  | 'writeFiles'
  | 'acknowledges'
  | 'isTest'
  | 'takes'
  | 'genres'
>

type Fixed = Pick<StoreSettings, 'profile' | 'avsVersion' | 'choreography' | 'takedownStyle' | 'askEverySeconds'>

type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** The rest follows from the profile of the store. */
export interface GivenStore extends Given<SettableSettings & Fixed> {
  readonly outletProfile: OutletProfile
  readonly recipients: StoreSettings['recipients']
}

/** Throws `SetupRefused`. */
export function completeSettings({ outletProfile, recipients, ...given }: GivenStore): StoreSettings {
  const { leastRecipients, ...usual } = quirks[outletProfile]
  if (recipients.length < leastRecipients)
    throw new SetupRefused(
      'recipients',
      `This store needs ${leastRecipients === 1 ? 'a recipient' : 'two recipients'}`,
      { least: leastRecipients },
    )
  requireTerritories(given.takes?.territories?.codes)
  const acknowledges = given.acknowledges ?? true
  return {
    ...usual,
    ...usualStore,
    isTest: true,
    resendFiles: usualResendFiles({ acknowledges }),
    ...withoutUndefined(given),
    acknowledges,
    outletProfile,
    recipients,
    ernVersion: requireVersion(outletProfile, given.ernVersion),
    ...(given.genres && { genres: requireGenres(given.genres) }),
  }
}

/** The changes, with what follows from them. Throws `SetupRefused`. */
export function changeSettings(stored: unknown, given: Given<SettableSettings>): Partial<SettableSettings> {
  const { outletProfile, resendFiles } = asStoreSettings(stored)
  const { acknowledges, ernVersion, genres } = given
  requireTerritories(given.takes?.territories?.codes)
  const resends = acknowledges === undefined || resendFiles === 'always' ? {} : followingResends({ acknowledges })
  return {
    ...resends,
    ...withoutUndefined(given),
    ...(ernVersion && { ernVersion: requireVersion(outletProfile, ernVersion) }),
    ...(genres && { genres: requireGenres(genres) }),
  }
}

/** When updates leave out files, for a store that answers or does not. */
const followingResends = (store: Pick<StoreSettings, 'acknowledges'>) => ({ resendFiles: usualResendFiles(store) })

function requireVersion(profile: OutletProfile, asked: ErnVersion | undefined): ErnVersion {
  const chosen = chooseVersion(profile, asked)
  if ('problem' in chosen) throw new SetupRefused('ernVersion', chosen.problem, { fix: chosen.versions })
  return chosen.version
}

export function requireTerritories(codes: readonly string[] = []): void {
  const index = codes.findIndex((code) => !isTerritoryCode(code))
  const wrong = codes[index]
  if (wrong === undefined) return
  const fix = suggestTerritory(wrong) ?? 'codes such as DE,AT,CH'
  throw new SetupRefused('territories', `"${wrong}" is not a territory code`, { fix, index })
}

const maxGenreName = 100

/** From our codes to the words of the store. */
function requireGenres(map: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map).map(([code, word], index) => {
      if (!referenceData.genres.some((genre) => genre.code === code))
        throw new SetupRefused('genres', `unknown genre "${code}"`, { index })
      if (typeof word !== 'string' || word.trim() === '' || word.length > maxGenreName)
        throw new SetupRefused('genres', `"${code}" needs a name of 1 to ${maxGenreName} characters`, { index })
      return [code, word.trim()]
    }),
  )
}

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }
const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>

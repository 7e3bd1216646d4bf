import type { Area, Territories } from '@spindle/contract'
import type { TakedownNotice } from '../outlets/index.ts'
import { offeredTerms } from './ern/deal-terms.ts'
import type { ErnInput } from './ern/ern-model.ts'
import type { StoreSettings } from './outlet-settings.ts'

const territoriesOf = ({ mode, codes }: Area): Territories =>
  mode === 'exclude' && codes.length === 0 ? { mode: 'worldwide' } : { mode, codes: [...codes] }

/** How a store is notified of a takedown, and the deals that it ends there. */
export const describeTakedown = (
  { release }: Pick<ErnInput, 'release'>,
  settings: Pick<StoreSettings, 'takedownStyle' | 'takes'>,
): TakedownNotice => ({
  way: settings.takedownStyle,
  ends: offeredTerms({ release, receiver: settings }).map(({ area, models, uses }) => ({
    territories: territoriesOf(area),
    models,
    uses,
  })),
})

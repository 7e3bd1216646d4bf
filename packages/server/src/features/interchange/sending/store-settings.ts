import { type DeliveryAccess, OutletFailure } from '../../outlets/index.ts'
import { asStoreSettings, type StoreSettings } from '../outlet-settings.ts'

export const outletUnknown = () => new OutletFailure('outlet_unknown', 'The hub no longer has this outlet.')

/** Throws `outlet_unknown` if the outlet was removed. */
export function settingsOf({ settings }: Pick<DeliveryAccess, 'settings'>): StoreSettings {
  if (settings === undefined) throw outletUnknown()
  return asStoreSettings(settings)
}

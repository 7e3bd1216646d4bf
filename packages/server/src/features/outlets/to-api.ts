import type { Outlet as ApiOutlet, OutletStore } from '@spindle/contract'
import type { StoreFilter, StoreWishes } from '@spindle/contract/rules'
import type { Outlet, OutletAdapter, OutletKind } from './outlet.ts'

interface Adapters {
  readonly adapterOf: (kind: OutletKind) => OutletAdapter | undefined
}

export function outletToApi({ adapterOf }: Adapters, { id, name, kind, settings }: Outlet): ApiOutlet {
  const adapter = adapterOf(kind)
  const ernVersion = adapter?.ernVersionOf?.({ settings })
  const store = ernVersion === undefined ? undefined : storeOf(ernVersion, adapter?.describeWishes?.({ settings }))
  return { id, name, kind, ...(store && { store }) }
}

/** Which words the store has for genres is between it and the operator. */
const storeOf = (ernVersion: string, { takes, genres }: StoreWishes = {}): OutletStore => ({
  ernVersion,
  ...(takes && { takes: filterOf(takes) }),
  ...(genres && { genres: Object.keys(genres) }),
})

const filterOf = ({
  models,
  uses,
  territories,
  audio,
  leastCover,
}: StoreFilter): NonNullable<OutletStore['takes']> => ({
  ...(models && { models: [...models] }),
  ...(uses && { uses: [...uses] }),
  ...(territories && { territories }),
  ...(audio && { audio: [...audio] }),
  ...(leastCover === undefined ? {} : { leastCover }),
})

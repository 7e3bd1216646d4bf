import { type Outlet as ApiOutlet, listOutlets, type OutletStore } from '@spindle/contract'
import type { StoreFilter, StoreWishes } from '@spindle/contract/rules'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { Outlet, OutletAdapter, OutletKind } from './outlet.ts'

export interface ListedOutlets {
  readonly list: () => readonly Outlet[]
  readonly adapterOf: (kind: OutletKind) => OutletAdapter | undefined
}

export function bindOutlets(http: Http, { list, adapterOf }: ListedOutlets): void {
  const toApi = ({ id, name, kind, settings }: Outlet): ApiOutlet => {
    const adapter = adapterOf(kind)
    const ernVersion = adapter?.ernVersionOf?.({ settings })
    const store = ernVersion === undefined ? undefined : storeOf(ernVersion, adapter?.describeWishes?.({ settings }))
    return { id, name, kind, ...(store && { store }) }
  }
  route(http, listOutlets, async () => ({ body: { data: list().map(toApi) } }))
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

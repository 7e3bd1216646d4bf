import {
  type AccountDefaults,
  type FilledRelease,
  fillRelease,
  labelKey,
  layerDefaults,
  type ReleaseDefaults,
} from '@spindle/contract'
import { contentEtag, requireMatch } from '../../http/responses/etag.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { canonicalJson } from '../../platform/values/canonical-json.ts'
import type { Parties } from '../parties/index.ts'
import { partyIdsIn, requireUsable, withoutUnusable } from './check-defaults.ts'
import {
  type DefaultsRow,
  findDefaults,
  findDefaultsOfRelease,
  findLabelByName,
  lockDefaults,
  saveDefaults,
} from './label-queries.ts'

/** The defaults of an account, and the values that a new release takes from them and from its label. */

export interface DefaultsService {
  get(tenant: Tenant): Promise<TaggedDefaults>
  /** Replaces them. Throws `precondition_failed` or `validation_failed`. */
  update(trx: TenantTransaction, change: DefaultsChange): Promise<TaggedDefaults>
  fill: FillRelease
}

export interface TaggedDefaults {
  readonly body: AccountDefaults
  readonly etag: string
}

export interface DefaultsChange {
  readonly defaults: ReleaseDefaults
  readonly ifMatch: string | undefined
}

/** `only` names what may be filled, as `filled` does; without it, everything. */
export type FillRelease = <T extends { readonly label?: string | undefined; readonly tracks: readonly object[] }>(
  trx: TenantTransaction,
  release: T,
  only?: ReadonlySet<string>,
) => Promise<FilledRelease<T>>

export interface DefaultsServiceOptions {
  readonly clock: Clock
  readonly parties: Pick<Parties, 'hold'>
}

export const defaultsService = ({ clock, parties }: DefaultsServiceOptions): DefaultsService => ({
  get: async (tenant) => tagged(await findDefaults(tenant)),
  async update(trx, { defaults, ifMatch }) {
    requireMatch(ifMatch, tagged(await lockDefaults(trx)).etag)
    requireUsable(defaults, await parties.hold(trx, partyIdsIn(defaults)), '/defaults')
    const changed = { defaults, updatedAt: new Date(clock.now()) }
    await saveDefaults(trx, changed)
    return tagged(changed)
  },
  async fill(trx, release, only) {
    const stated = await findDefaultsOfRelease(trx, release.label === undefined ? null : labelKey(release.label))
    const { ofAccount } = stated
    const name = release.label ?? ofAccount.label
    const isOfAccount = release.label === undefined && name !== undefined
    const label = isOfAccount ? await findLabelByName(trx, labelKey(name)) : stated.label
    // The label keeps the name that the release or the account gives it.
    const layered = layerDefaults(ofAccount, label && { name: name ?? label.name, defaults: label.defaults })
    const defaults = only === undefined ? layered : keepOnly(layered, only)
    return fillRelease(release, withoutUnusable(defaults, await parties.hold(trx, partyIdsIn(defaults))))
  },
})

function keepOnly({ trackDefaults = {}, ...defaults }: ReleaseDefaults, only: ReadonlySet<string>): ReleaseDefaults {
  const keep = (members: object, prefix: string) =>
    Object.fromEntries(Object.entries(members).filter(([member]) => only.has(`${prefix}${member}`)))
  return { ...keep(defaults, ''), trackDefaults: keep(trackDefaults, 'trackDefaults.') }
}

function tagged({ defaults, updatedAt }: DefaultsRow): TaggedDefaults {
  const body = { defaults, updatedAt: updatedAt?.toISOString() ?? null }
  return { body, etag: contentEtag(canonicalJson(body)) }
}

import type { JsonAnswer } from './hub.ts'
import { openSharedTableAccount, type TableAccount } from './table-imports.ts'

/** Mappings of tables of an account on the shared hub. */

export const mappingsPath = '/api/v1/distributor/imports/table-mappings'

export interface MappingAccount extends TableAccount {
  keep(name: string, mapping: object): Promise<JsonAnswer>
  /** `rest` is the end of the path. */
  mappings(method: 'GET' | 'DELETE', rest: string): Promise<JsonAnswer>
}

export async function openMappingAccount(): Promise<MappingAccount> {
  const account = await openSharedTableAccount()
  const { hub, key } = account
  return {
    ...account,
    keep: (name, mapping) => hub.json('PUT', `${mappingsPath}/${name}`, { key, body: mapping }),
    mappings: (method, rest) => hub.json(method, `${mappingsPath}${rest}`, { key }),
  }
}

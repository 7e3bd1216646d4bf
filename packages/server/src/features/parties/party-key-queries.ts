import type { Party } from '@spindle/contract'
import type { Database, Tenant } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'

/** The keys of the names of parties, written with each party (party-queries.ts). */

export type PartyNames = Pick<Party, 'name' | 'names' | 'legalName'>

export interface KeyedParty extends PartyNames {
  /** The name that was asked for, as a key (`nameKey`). */
  readonly asked: string
  readonly id: string
  /** The party itself, or the one that it was merged into, with its name. */
  readonly leadsTo: string
  readonly leadingName: string
}

interface AskedName {
  readonly name: string
  /** The first is shared by parties with the same name alone. */
  readonly keys: readonly string[]
}

/** For each key of a name, so many parties are compared. */
const comparedPerKey = 10

// Laterals with an offset: before the table was analysed, a join reads all parties for each name.
export const listPartiesByKeys = (tenant: Tenant, names: readonly AskedName[]): Promise<KeyedParty[]> =>
  tenant.readRows(
    `with near as materialized (
       select distinct a.name, near.party_id
       from json_to_recordset($2) as a(name text, keys text[]) cross join unnest(a.keys) as asked(key)
       cross join lateral (
         select k.party_id from party_keys k where k.account_id = $1 and k.key = asked.key
         order by k.party_id limit ${comparedPerKey}) near)
     select near.name as asked, p.id, p.name, p.names, p.legal_name as "legalName", p.leads_to as "leadsTo",
            l.name as "leadingName"
     from near
     cross join lateral (select * from parties where account_id = $1 and id = near.party_id offset 0) p
     cross join lateral (select name from parties where account_id = $1 and id = p.leads_to offset 0) l`,
    [JSON.stringify(names)],
  )

export interface UnkeyedParty {
  readonly accountId: AccountId
  readonly partyId: string
}

/** Parties that an earlier version wrote. A partial index has them. */
export const findUnkeyed = (database: Database, after: UnkeyedParty | undefined): Promise<UnkeyedParty[]> =>
  database.system.readRows(
    `select account_id as "accountId", id as "partyId" from parties
     where keyed_as is distinct from search and ($1::text is null or (account_id, id) > ($1, $2))
     order by account_id, id limit 200`,
    [after?.accountId ?? null, after?.partyId ?? null],
  )

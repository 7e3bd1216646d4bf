import { describe, expect, it } from 'vitest'
import { emptyParty, type PartyRow } from './party-queries.ts'
import { planMerge } from './plan-merge.ts'

const at = new Date('2026-05-01T08:00:00.000Z')
const partyOf = (members: Partial<PartyRow>): PartyRow => ({
  ...emptyParty,
  id: 'pty_1',
  name: 'Ada',
  createdAt: at,
  updatedAt: at,
  ...members,
})
const plan = (party: Partial<PartyRow>, duplicate: Partial<PartyRow>) =>
  planMerge(partyOf(party), partyOf({ id: 'pty_2', name: 'Ada K.', ...duplicate }))

describe('planMerge', () => {
  it('takes over what the party lacks, and never its name', () => {
    const { party, takenOver, conflicts } = plan({ ipi: '1' }, { ipi: '1', isni: '2', legalName: 'Ada King' })
    expect(party).toMatchObject({ id: 'pty_1', name: 'Ada', ipi: '1', isni: '2', legalName: 'Ada King' })
    expect([takenOver, conflicts]).toEqual([['isni', 'legalName'], []])
  })

  it('keeps what the party has: legal name, roles, and the name in a language', () => {
    const japanese = [{ language: 'ja', name: 'エイダ' }]
    const { party, takenOver } = plan(
      { legalName: 'Ada King', defaultRoles: ['composer'], names: japanese },
      {
        legalName: 'A. King',
        defaultRoles: ['producer'],
        names: [
          { language: 'JA', name: 'アダ' },
          { language: 'ko', name: '에이다' },
        ],
      },
    )
    expect(party).toMatchObject({ legalName: 'Ada King', defaultRoles: ['composer'] })
    expect(party.names).toEqual([...japanese, { language: 'ko', name: '에이다' }])
    expect(takenOver).toEqual(['names'])
  })

  it('finds different identifiers, and none in two ways to write one id', () => {
    const { conflicts } = plan({ isni: '1', spotify: 'ada-1' }, { isni: '2', spotify: 'spotify:artist:ada-1' })
    expect(conflicts).toEqual([{ member: 'isni', party: '1', duplicate: '2' }])
  })

  it('takes a store away where the artist is new once an id is taken over, and adds one where neither has an id', () => {
    expect(plan({ newAt: ['spotify'] }, { spotify: 'ada-1', newAt: ['apple'] }).party.newAt).toEqual(['apple'])
    expect(plan({ apple: '1', newAt: ['apple'] }, { newAt: ['apple'] }).party.newAt).toEqual(['apple'])
    expect(plan({ apple: '1' }, { newAt: ['apple'] }).party.newAt).toEqual([])
  })
})

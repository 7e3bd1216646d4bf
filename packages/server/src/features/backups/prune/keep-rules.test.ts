import { expect, it } from 'vitest'
import { chooseKept, type DatedBackup, type KeepRules } from './keep-rules.ts'

const now = new Date('2026-03-18T12:00:00Z')
const backup = (id: string, isComplete = true): DatedBackup => ({ id, at: new Date(id), isComplete })
const kept = (backups: readonly DatedBackup[], rules: Partial<KeepRules>): string[] =>
  [...chooseKept(backups, { daily: 0, weekly: 0, monthly: 0, maxAgeDays: undefined, ...rules }, now)].sort()

it('keeps the newest of each of the last days that have one', () => {
  const backups = ['2026-03-15T02:00Z', '2026-03-17T02:00Z', '2026-03-17T14:00Z', '2026-03-18T02:00Z'].map((id) =>
    backup(id),
  )
  expect(kept(backups, { daily: 2 })).toEqual(['2026-03-17T14:00Z', '2026-03-18T02:00Z'])
  expect(kept(backups, { daily: 3 })).toEqual(['2026-03-15T02:00Z', '2026-03-17T14:00Z', '2026-03-18T02:00Z'])
})

it('keeps the newest of weeks, which begin on Monday, and of months', () => {
  const backups = [
    '2026-01-31T02:00Z',
    '2026-02-01T02:00Z',
    '2026-02-28T02:00Z',
    '2026-03-15T02:00Z',
    '2026-03-16T02:00Z',
  ].map((id) => backup(id))
  // 15 March 2026 is a Sunday.
  expect(kept(backups, { weekly: 2 })).toEqual(['2026-03-15T02:00Z', '2026-03-16T02:00Z'])
  expect(kept(backups, { monthly: 3 })).toEqual(['2026-01-31T02:00Z', '2026-02-28T02:00Z', '2026-03-16T02:00Z'])
})

it('never gives up the newest complete one, nor what is newer', () => {
  const backups = [
    backup('2025-01-01T02:00Z'),
    backup('2025-01-02T02:00Z'),
    backup('2025-01-03T02:00Z', false),
    backup('2025-01-04T02:00Z', false),
  ]
  expect(kept(backups, { maxAgeDays: 30, daily: 7 })).toEqual([
    '2025-01-02T02:00Z',
    '2025-01-03T02:00Z',
    '2025-01-04T02:00Z',
  ])
})

it('removes none if none is complete', () => {
  expect(kept([backup('2025-01-01T02:00Z', false), backup('2025-01-02T02:00Z', false)], { daily: 1 })).toHaveLength(2)
})

it('keeps the complete one of a day rather than a newer one that lacks bytes', () => {
  const backups = [backup('2026-03-17T02:00Z'), backup('2026-03-17T14:00Z', false), backup('2026-03-18T02:00Z')]
  expect(kept(backups, { daily: 2 })).toEqual(['2026-03-17T02:00Z', '2026-03-18T02:00Z'])
})

it('keeps nothing beyond the greatest age but the newest complete one', () => {
  const backups = ['2026-01-01T02:00Z', '2026-02-01T02:00Z', '2026-03-10T02:00Z'].map((id) => backup(id))
  expect(kept(backups, { monthly: 12, maxAgeDays: 30 })).toEqual(['2026-03-10T02:00Z'])
})

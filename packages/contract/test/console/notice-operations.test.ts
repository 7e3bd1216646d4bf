import { describe, expect, it } from 'vitest'
import {
  memberTopics,
  NoticeChoices,
  noticePaces,
  operatorTopics,
  setNoticeChoices,
} from '../../src/console/notice-operations.ts'
import { checkValue } from '../../src/schema/check-value.ts'

const accountId = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const choices = {
  isMailed: true,
  digestHour: 7,
  accounts: [{ accountId, ...memberTopics }],
  operator: operatorTopics,
}

describe('the choices of notices', () => {
  it('have a default for each topic: what needs an action is at once', () => {
    expect(memberTopics).toEqual({ reviews: 'at_once', stores: 'at_once', releases: 'daily', files: 'daily' })
    expect(operatorTopics).toEqual({ waiting: 'at_once' })
    expect(checkValue(NoticeChoices, choices)).toEqual([])
    expect(checkValue(NoticeChoices, { ...choices, operator: null })).toEqual([])
  })

  it.each(Object.keys(memberTopics))('take each pace for %s', (topic) => {
    for (const pace of noticePaces)
      expect(checkValue(setNoticeChoices.body, { accounts: [{ accountId, [topic]: pace }] })).toEqual([])
  })

  it('need not name an account or a topic', () => {
    for (const body of [{}, { accounts: [] }, { accounts: [{ accountId }] }, { operator: {} }])
      expect(checkValue(setNoticeChoices.body, body)).toEqual([])
  })

  const pointersOf = (body: unknown) => checkValue(setNoticeChoices.body, body).map(({ pointer }) => pointer)

  it.each([
    [{ accounts: [{ accountId, reviews: 'weekly' }] }, '/accounts/0/reviews'],
    [{ accounts: [{ accountId, reviews: null }] }, '/accounts/0/reviews'],
    [{ accounts: [{ accountId, plays: 'daily' }] }, '/accounts/0/plays'],
    [{ accounts: [{ reviews: 'daily' }] }, '/accounts/0/accountId'],
    [{ accounts: [{ accountId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }] }, '/accounts/0/accountId'],
    [{ accounts: Array.from({ length: 101 }, () => ({ accountId })) }, '/accounts'],
    [{ operator: { reviews: 'daily' } }, '/operator/reviews'],
    [{ digestHour: 8 }, '/digestHour'],
  ])('name what is not valid: %j', (body, pointer) => {
    expect(pointersOf(body)).toEqual([pointer])
  })

  it.each([-1, 24, 7.5])('have an hour of the day, not %j', (digestHour) => {
    expect(checkValue(NoticeChoices, { ...choices, digestHour })).not.toEqual([])
  })

  it.each(['isMailed', 'digestHour', 'accounts', 'operator'] as const)('always have the member %s', (name) => {
    const rest = Object.fromEntries(Object.entries(choices).filter(([one]) => one !== name))
    expect(checkValue(NoticeChoices, rest)).not.toEqual([])
  })

  it.each(Object.keys(memberTopics))('always have the topic %s of an account', (topic) => {
    const [account = {}] = choices.accounts
    const rest = Object.fromEntries(Object.entries(account).filter(([one]) => one !== topic))
    expect(checkValue(NoticeChoices, { ...choices, accounts: [rest] })).not.toEqual([])
  })
})

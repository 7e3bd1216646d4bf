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
})

import { expect, it } from 'vitest'
import { StepFailed } from '../transports/failures.ts'
import { describeUnread } from './unread-acknowledgements.ts'

it('advises against acknowledgements only if the store refuses to show them', () => {
  const refused = new StepFailed('list', Object.assign(new Error('Permission denied'), { code: 3 }))
  expect(describeUnread('far', refused)).toEqual({
    reason: 'Permission denied',
    fix: 'If the store sends no acknowledgements, use: spindle-hub outlets set far --no-acknowledgements',
  })
  const lost = new StepFailed('list', Object.assign(new Error('connection lost'), { code: 'ECONNRESET' }))
  expect(describeUnread('far', lost)).toEqual({ reason: 'connection lost' })
})

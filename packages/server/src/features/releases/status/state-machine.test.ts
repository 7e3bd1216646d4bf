import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActorRole,
  allowedTriggers,
  type ReleaseState,
  type Trigger,
  transition,
  transitions,
} from './state-machine.ts'

const statuses = [
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'rejected',
  'approved',
  'delivering',
  'scheduled',
  'delivery_failed',
  'live',
  'takedown_pending',
  'taken_down',
] as const
const triggers = [
  'edit',
  'delete',
  'submit',
  'withdraw',
  'claim',
  'request_changes',
  'reject',
  'approve',
  'start_delivery',
  'schedule',
  'go_live',
  'fail_delivery',
  'retry',
  'takedown',
  'takedown_some',
  'confirm_takedown',
] as const
const actors = ['writer', 'operator', 'system'] as const

interface Step {
  readonly trigger: Trigger
  readonly state: ReleaseState
}

/** Makes a random walk and returns the accepted steps. */
const walk = (choices: readonly (readonly [Trigger, ActorRole])[]): Step[] => {
  const steps: Step[] = []
  let state: ReleaseState = 'draft'
  for (const [trigger, actor] of choices) {
    if (state === 'deleted') break
    const result = transition(state, trigger, actor)
    if (!('to' in result)) continue
    state = result.to
    steps.push({ trigger, state })
  }
  return steps
}

const choices = fc.array(fc.tuple(fc.constantFrom(...triggers), fc.constantFrom(...actors)), { maxLength: 200 })

describe('transition', () => {
  it.each([
    ['draft', 'submit', 'submitted'],
    ['changes_requested', 'submit', 'submitted'],
    ['taken_down', 'submit', 'submitted'],
    ['submitted', 'withdraw', 'draft'],
    ['in_review', 'withdraw', 'draft'],
    ['in_review', 'approve', 'approved'],
    ['approved', 'start_delivery', 'delivering'],
    ['delivering', 'go_live', 'live'],
    ['delivering', 'schedule', 'scheduled'],
    ['scheduled', 'go_live', 'live'],
    ['scheduled', 'submit', 'delivering'],
    ['scheduled', 'takedown', 'takedown_pending'],
    ['delivering', 'fail_delivery', 'delivery_failed'],
    ['live', 'fail_delivery', 'delivery_failed'],
    ['delivery_failed', 'retry', 'delivering'],
    ['delivery_failed', 'schedule', 'scheduled'],
    ['delivery_failed', 'go_live', 'live'],
    ['live', 'edit', 'live'],
    ['live', 'takedown_some', 'live'],
    ['live', 'takedown', 'takedown_pending'],
    ['takedown_pending', 'confirm_takedown', 'taken_down'],
    ['taken_down', 'takedown', 'takedown_pending'],
    ['taken_down', 'edit', 'taken_down'],
    ['draft', 'delete', 'deleted'],
  ] as const)('%s, %s: %s', (from, trigger, to) => expect(transition(from, trigger)).toEqual({ to }))

  it.each([
    ['live', 'delete', ['fail_delivery', 'edit', 'submit', 'takedown', 'takedown_some']],
    ['draft', 'withdraw', ['edit', 'delete', 'submit']],
    ['submitted', 'submit', ['claim', 'withdraw']],
    ['approved', 'withdraw', ['start_delivery', 'takedown']],
    ['rejected', 'submit', []],
  ] as const)('%s refuses %s and says what is allowed', (from, trigger, conflict) =>
    expect(transition(from, trigger)).toEqual({ conflict }),
  )

  it.each([
    ['submitted', 'withdraw', 'taken_down'],
    ['in_review', 'withdraw', 'taken_down'],
    ['in_review', 'reject', 'taken_down'],
    ['in_review', 'request_changes', 'changes_requested'],
    ['in_review', 'approve', 'approved'],
  ] as const)('%s, %s: %s for a release that is offered again', (from, trigger, to) =>
    expect(transition(from, trigger, undefined, { wasDelivered: true })).toEqual({ to }),
  )

  it('refuses an actor who may not', () => {
    expect(transition('in_review', 'approve', 'writer')).toEqual({ conflict: ['withdraw'] })
    expect(transition('draft', 'edit', 'system')).toEqual({ conflict: ['submit'] })
    expect(transition('taken_down', 'submit', 'system')).toEqual({ conflict: ['takedown'] })
    for (const actor of ['writer', 'operator'] as const) {
      expect(transition('taken_down', 'takedown', actor)).toHaveProperty('conflict')
      expect(transition('live', 'fail_delivery', actor)).toHaveProperty('conflict')
    }
    expect(transition('in_review', 'approve', 'system')).toEqual({ to: 'approved' })
    expect(transition('in_review', 'reject', 'system')).toEqual({ conflict: ['approve'] })
  })
})

describe('every path', () => {
  it('never leaves the state rejected', () => {
    expect(allowedTriggers('rejected')).toEqual([])
    fc.assert(
      fc.property(choices, (path) => {
        const states = walk(path).map(({ state }) => state)
        const end = states.indexOf('rejected')
        expect(end === -1 || end === states.length - 1).toBe(true)
      }),
    )
  })

  it('is approved before it is delivered, and delivered before it is live', () => {
    fc.assert(
      fc.property(choices, (path) => {
        const states = walk(path).map(({ state }) => state)
        const firstOf = (state: ReleaseState) => (states.includes(state) ? states.indexOf(state) : Infinity)
        expect(firstOf('submitted')).toBeLessThanOrEqual(firstOf('in_review'))
        expect(firstOf('in_review')).toBeLessThanOrEqual(firstOf('approved'))
        expect(firstOf('approved')).toBeLessThanOrEqual(firstOf('delivering'))
        expect(firstOf('delivering')).toBeLessThanOrEqual(firstOf('live'))
        expect(firstOf('takedown_pending')).toBeLessThanOrEqual(firstOf('taken_down'))
      }),
    )
  })

  it('never edits or deletes what is under review', () => {
    for (const status of ['submitted', 'in_review'] as const)
      for (const trigger of ['edit', 'delete'] as const) expect(transition(status, trigger)).toHaveProperty('conflict')
  })
})

describe('the table', () => {
  it('has one target for a status and a trigger', () => {
    const keys = transitions.map(({ from, trigger }) => `${from} ${trigger}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('reaches every status from draft', () => {
    const reached = new Set<ReleaseState>(['draft'])
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const { from, to } of transitions) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...statuses, 'deleted'].sort())
  })

  it('agrees with allowedTriggers, for every status, trigger and actor', () => {
    for (const status of statuses)
      for (const trigger of triggers)
        for (const actor of actors)
          expect('to' in transition(status, trigger, actor)).toBe(allowedTriggers(status, actor).includes(trigger))
  })
})

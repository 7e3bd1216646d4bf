import { expect, it } from 'vitest'
import { defineFeature } from './define-feature.ts'

interface Needs {
  readonly clock: { now(): number }
  readonly label?: string | undefined
}

const make = ({ clock, label = 'now' }: Needs) => ({ read: () => `${label} ${clock.now()}` })

it('is what it was defined as', () => {
  const feature = defineFeature({ name: 'watch', needs: ['clock', 'label'], make })
  expect([feature.name, feature.needs]).toEqual(['watch', ['clock', 'label']])
  expect(feature.make({ clock: { now: () => 7 } }).read()).toBe('now 7')
})

it('refuses to compile if `needs` and the parameter of `make` differ', () => {
  // @ts-expect-error: `make` uses `label`, which is not listed, also where it may be left out
  defineFeature({ name: 'watch', needs: ['clock'], make })
  // @ts-expect-error: `make` has no use for `log`
  defineFeature({ name: 'watch', needs: ['clock', 'label', 'log'], make })
})

it('refuses to compile if a lifecycle step has the wrong type', () => {
  // @ts-expect-error: `start` takes nothing
  defineFeature({ name: 'watch', needs: [], make: () => ({ start: (at: Date) => at }) })
  // @ts-expect-error: jobs are handlers
  defineFeature({ name: 'watch', needs: [], make: () => ({ jobs: ['tick'] }) })
})

import { expect, expectTypeOf, it } from 'vitest'
import { defineFeature } from './define-feature.ts'
import { makeFeatures } from './make-features.ts'

interface Clock {
  now(): number
}

const watch = defineFeature({
  name: 'watch',
  needs: ['clock'],
  make: ({ clock }: { readonly clock: Clock }) => ({ read: () => `at ${clock.now()}` }),
})
const bell = defineFeature({
  name: 'bell',
  needs: ['watch'],
  make: ({ watch: { read } }: { readonly watch: { read(): string } }) => ({ ring: () => `rings ${read()}` }),
})
const clock = { now: () => 12 }

it('makes each from its needs, independent of the order of the list', () => {
  const { offers, features } = makeFeatures([bell, watch], { clock })
  expectTypeOf(offers.bell.ring).returns.toBeString()
  expect(offers.bell.ring()).toBe('rings at 12')
  expect(features).toEqual([offers.watch, offers.bell])
})

it('gives a feature nothing that it does not name', () => {
  const given: string[] = []
  const spy = defineFeature({
    name: 'spy',
    needs: ['clock'],
    make: (all: { readonly clock: Clock }) => {
      given.push(...Object.keys(all))
      return {}
    },
  })
  makeFeatures([watch, spy], { clock, secret: 'hidden' })
  expect(given).toEqual(['clock'])
})

it('collects what features bring, in the order of the list', async () => {
  const check = (name: string) => ({ name, run: async () => ({ isFine: true, text: name }) })
  const sealed = (name: string) => ({ name, remedy: '', workNext: () => Promise.reject(new Error('not asked')) })
  const a = defineFeature({
    name: 'a',
    needs: ['b'],
    make: (_: { readonly b: object }) => ({ checks: [check('first')], sealed: sealed('one') }),
  })
  const b = defineFeature({
    name: 'b',
    needs: [],
    make: () => ({ checks: [check('second'), check('third')], sealed: sealed('two') }),
  })
  const health = defineFeature({
    name: 'health',
    needs: ['checks'],
    make: ({ checks }: { readonly checks: readonly { readonly name: string }[] }) => ({
      names: checks.map(({ name }) => name),
    }),
  })
  const made = makeFeatures([health, a, b], {})
  expect(made.offers.health.names).toEqual(['first', 'second', 'third'])
  expect(made.sealed.map(({ name }) => name)).toEqual(['one', 'two'])
})

it('refuses checks of a feature that itself needs those of all others', () => {
  const health = defineFeature({
    name: 'health',
    needs: ['checks'],
    make: (_: { readonly checks: readonly object[] }) => ({ checks: [] }),
  })
  expect(() => makeFeatures([health], {})).toThrow('The checks of "health" come too late')
})

it('refuses a feature with the name of something that all are given', () => {
  expect(() => makeFeatures([watch], { clock, watch: 1 })).toThrow(
    '"watch" cannot name a feature: all features get a value of this name',
  )
})

it('refuses to compile if a need is missing, or has the wrong type', () => {
  // @ts-expect-error: nothing offers `watch`
  expect(() => makeFeatures([bell], { clock })).toThrow(TypeError)
  // @ts-expect-error: `clock` is given as something else
  makeFeatures([watch], { clock: { now: () => 'noon' } })
  const broken = defineFeature({ name: 'watch', needs: [], make: () => ({ read: () => 7 }) })
  // @ts-expect-error: `watch` reads a number
  makeFeatures([bell, broken], { clock })
})

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { unsentBytes } from './unsent-bytes.ts'

const response = () => new EventEmitter() as unknown as ServerResponse

it('refuses an account more than may wait for its readers, and no other account', () => {
  const unsent = unsentBytes({ perAccount: 100, overall: 1_000 })
  const first = response()
  unsent.hold('acc_a', 90, first)
  expect(() => unsent.requireRoom('acc_a', 20)).toThrow(expect.objectContaining({ code: 'overloaded' }))
  unsent.requireRoom('acc_b', 20)
  first.emit('finish')
  first.emit('close')
  unsent.requireRoom('acc_a', 100)
})

it('bounds what waits for all accounts together', () => {
  const unsent = unsentBytes({ perAccount: 100, overall: 150 })
  unsent.hold('acc_a', 90, response())
  unsent.hold('acc_b', 50, response())
  expect(() => unsent.requireRoom('acc_b', 20)).toThrow(expect.objectContaining({ code: 'overloaded' }))
})

it('lets one answer out however long it is', () => {
  unsentBytes({ perAccount: 100, overall: 150 }).requireRoom('acc_a', 1_000)
})

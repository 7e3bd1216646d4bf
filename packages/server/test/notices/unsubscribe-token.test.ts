import { expect, it } from 'vitest'
import { unsubscribeTokens } from '../../src/features/notices/unsubscribe-token.ts'

const subject = { userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', scope: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYC' } as const
const operator = { ...subject, scope: 'operator' } as const
const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const

it.each([subject, operator])('reads what it made, also after the secret was replaced', (made) => {
  const token = unsubscribeTokens([old]).make(made)
  expect(token.length).toBeLessThanOrEqual(80)
  expect(unsubscribeTokens([old]).read(token)).toEqual(made)
  expect(unsubscribeTokens([current, old]).read(token)).toEqual(made)
  expect(unsubscribeTokens([current]).read(token)).toBeUndefined()
})

it('reads nothing that was changed', () => {
  const tokens = unsubscribeTokens([old])
  const token = tokens.make(subject)
  const others = [
    '',
    token.replace('RHYB.', 'RHYD.'),
    token.replace('RHYC.', 'RHYD.'),
    token.slice(0, -1),
    `${token}A`,
    tokens.make(operator).replace('.operator.', '.01JD3MZ6V8Q4W9X2K7N5T0RHYC.'),
  ]
  for (const other of others) expect(tokens.read(other)).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import { idGenerator } from '../../../platform/values/ids.ts'
import { uploadTokens } from './upload-tokens.ts'

const clock = { ms: Date.parse('2026-05-01T00:00:00Z'), now: () => clock.ms }
const ids = idGenerator(clock)
const tokens = uploadTokens({ keys: [Buffer.alloc(32, 1)], clock })
const holder = { accountId: ids.make('acc'), keyId: ids.make('key') }
const [upload, other] = [ids.make('upl'), ids.make('upl')]

describe('an upload token', () => {
  it('is good for its upload, on behalf of its holder, for one hour', () => {
    const token = tokens.sign(upload, holder)
    expect(tokens.verify(upload, token)).toEqual(holder)
    expect(tokens.verify(other, token)).toBeUndefined()
    clock.ms += 59 * 60_000
    expect(tokens.verify(upload, token)).toEqual(holder)
    clock.ms += 60_000
    expect(tokens.verify(upload, token)).toBeUndefined()
  })

  it('of the secret before is taken while it is accepted', () => {
    const [current, previous] = [Buffer.alloc(32, 3), Buffer.alloc(32, 1)]
    const token = tokens.sign(upload, holder)
    expect(uploadTokens({ keys: [current, previous], clock }).verify(upload, token)).toEqual(holder)
    expect(uploadTokens({ keys: [current], clock }).verify(upload, token)).toBeUndefined()
  })

  it('cannot be changed or made by others', () => {
    const token = tokens.sign(upload, holder)
    const another = uploadTokens({ keys: [Buffer.alloc(32, 2)], clock }).sign(upload, holder)
    const longer = token.replace(/\.(\d+)\./, (_, digits: string) => `.${Number(digits) + 1}.`)
    const stranger = token.replace(holder.accountId, ids.make('acc'))
    for (const wrong of [another, longer, stranger, '', 'upt_', `${token}x`, token.slice(0, -1)])
      expect(tokens.verify(upload, wrong)).toBeUndefined()
  })
})

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { makeSigningSecret, signMessage } from './sign-message.ts'

const message = { id: 'whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB', body: '{"type":"endpoint.test","title":"Über 🎵"}' }
const [old, current] = [makeSigningSecret(), makeSigningSecret()]
const sign = (nowMs = Date.now()) => signMessage(message, [current, old], nowMs)

describe('signMessage', () => {
  it('makes what the reference library of Standard Webhooks verifies, by each of the secrets', () => {
    for (const secret of [current, old])
      expect(new Webhook(secret).verify(message.body, sign())).toEqual(JSON.parse(message.body))
  })

  it('signs the body, the id and the time', () => {
    const verifier = new Webhook(current)
    expect(() => verifier.verify(`${message.body} `, sign())).toThrow('No matching signature found')
    expect(() => verifier.verify(message.body, { ...sign(), 'webhook-id': 'whm_2' })).toThrow(
      'No matching signature found',
    )
    expect(() => verifier.verify(message.body, sign(Date.now() - 600_000))).toThrow('too old')
    expect(() => new Webhook(makeSigningSecret()).verify(message.body, sign())).toThrow('No matching signature found')
  })

  it('answers the example of the specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signMessage(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      [secret],
      1_614_265_330_000,
    )
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})

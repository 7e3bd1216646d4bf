import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { passwordHashes } from './password-hash.ts'

describe('passwordHashes', () => {
  const passwords = passwordHashes()

  it('stores argon2id with 19 MiB, two passes and a separate salt', async () => {
    const [first, second] = [await passwords.hash('a password of mine'), await passwords.hash('a password of mine')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await passwords.verify(first, 'a password of mine')).toEqual({ isRight: true, isOutdated: false })
    expect(await passwords.verify(first, 'a password of yours')).toEqual({ isRight: false, isOutdated: false })
  })

  it('takes one spelling of Unicode for the other', async () => {
    const phc = await passwords.hash('Zwo\u0308lf Boxka\u0308mpfer')
    expect((await passwords.verify(phc, 'Zwölf Boxkämpfer')).isRight).toBe(true)
  })

  it('answers wrong for a person without a password', async () => {
    expect((await passwords.verify(undefined, 'a password of mine')).isRight).toBe(false)
  })

  it('reads hashes made with other parameters, and marks them as outdated', async () => {
    const nonce = Buffer.alloc(16, 7)
    const parameters = { message: 'from before', nonce, tagLength: 32, memory: 8_192, passes: 3, parallelism: 1 }
    const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
    const phc = `$argon2id$v=19$m=8192,t=3,p=1$${plain(nonce)}$${plain(argon2Sync('argon2id', parameters))}`
    expect(await passwords.verify(phc, 'from before')).toEqual({ isRight: true, isOutdated: true })
  })

  it.each(['', '$2b$12$abc', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$dGFn'])('fails closed on %j', async (phc) => {
    await expect(passwords.verify(phc, 'x')).rejects.toThrow('PHC')
  })

  it('refuses the twenty-third at the same time', async () => {
    const all = await Promise.allSettled(Array.from({ length: 24 }, () => passwords.verify(undefined, 'x')))
    const refused = all.filter((end) => end.status === 'rejected').map(({ reason }) => reason.code)
    expect(refused).toEqual(['rate_limited', 'rate_limited'])
  })

  it('takes the fourth of a known person while strangers fill the queue, and refuses the fifth', async () => {
    const countRefused = async (count: number, person?: string): Promise<number> => {
      const all = Array.from({ length: count }, () => passwords.verify(undefined, 'x', person))
      return (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected').length
    }
    expect(await Promise.all([countRefused(22), countRefused(4, 'mia'), countRefused(5, 'tom')])).toEqual([0, 0, 1])
    expect(await Promise.all([countRefused(23), countRefused(4, 'tom')])).toEqual([1, 0])
  })
})

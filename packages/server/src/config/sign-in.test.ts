import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './problems.ts'

const problemsOf = (environment: Record<string, string>): [string, string][] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ key, problem }) => [key, problem])
    throw error
  }
  return []
}
const complete = {
  SPINDLE_SIGNIN_ISSUER: 'https://login.example/realms/label/',
  SPINDLE_SIGNIN_CLIENT_ID: 'spindle',
  SPINDLE_SIGNIN_CLIENT_SECRET: 'a secret of the provider',
}

describe('the settings of signing in', () => {
  it('let people in by password and passkey where nothing is set', () => {
    expect(readConfig({}).signIn).toEqual({ ways: ['password', 'passkey'], provider: undefined })
  })

  it('add the outside provider once it is complete, under the name of its host unless it has another', () => {
    expect(readConfig(complete).signIn).toEqual({
      ways: ['password', 'passkey', 'outside'],
      provider: {
        issuer: 'https://login.example/realms/label',
        clientId: 'spindle',
        clientSecret: 'a secret of the provider',
        name: 'login.example',
        allow: [],
      },
    })
    const named = readConfig({ ...complete, SPINDLE_SIGNIN_NAME: 'Acme', SPINDLE_SIGNIN: ' outside, password' })
    expect(named.signIn).toMatchObject({ ways: ['password', 'outside'], provider: { name: 'Acme' } })
  })

  it('take the secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spindle-sign-in-'))
    const file = join(folder, 'secret')
    const { SPINDLE_SIGNIN_CLIENT_SECRET: secret, ...rest } = complete
    const withFile = { ...rest, SPINDLE_SIGNIN_CLIENT_SECRET_FILE: file }
    expect(problemsOf(withFile)).toEqual([['SPINDLE_SIGNIN_CLIENT_SECRET_FILE', `${file} cannot be read (ENOENT)`]])
    writeFileSync(file, '\n')
    expect(problemsOf(withFile)).toEqual([['SPINDLE_SIGNIN_CLIENT_SECRET_FILE', `${file} is empty`]])
    writeFileSync(file, ` ${secret}\n`)
    expect(readConfig(withFile).signIn.provider?.clientSecret).toBe(secret)
    expect(problemsOf({ ...complete, SPINDLE_SIGNIN_CLIENT_SECRET_FILE: file })).toEqual([
      ['SPINDLE_SIGNIN_CLIENT_SECRET', 'is set together with SPINDLE_SIGNIN_CLIENT_SECRET_FILE'],
    ])
    rmSync(folder, { recursive: true })
  })

  it('read whom the provider may let in: mail domains and claims', () => {
    expect(
      readConfig({ ...complete, SPINDLE_SIGNIN_ALLOW: 'Label.Example, groups=spindle=1' }).signIn.provider?.allow,
    ).toEqual([
      { kind: 'domain', domain: 'label.example' },
      { kind: 'claim', claim: 'groups', value: 'spindle=1' },
    ])
    expect(problemsOf({ ...complete, SPINDLE_SIGNIN_ALLOW: 'mia@label.example,localhost,=x,*' })).toEqual(
      ['mia@label.example', 'localhost', '=x', '*'].map((entry) => [
        'SPINDLE_SIGNIN_ALLOW',
        `"${entry}" is neither an email domain nor claim=value`,
      ]),
    )
  })

  it('refuse half of a provider, naming what is missing', () => {
    expect(problemsOf({ SPINDLE_SIGNIN_ISSUER: 'https://login.example' })).toEqual([
      ['SPINDLE_SIGNIN_CLIENT_ID', 'is required with SPINDLE_SIGNIN_ISSUER'],
      ['SPINDLE_SIGNIN_CLIENT_SECRET', 'is required with SPINDLE_SIGNIN_ISSUER'],
    ])
    const { SPINDLE_SIGNIN_ISSUER: _issuer, ...rest } = complete
    expect(problemsOf({ ...rest, SPINDLE_SIGNIN_NAME: 'Acme', SPINDLE_SIGNIN_ALLOW: 'label.example' })).toEqual(
      ['CLIENT_ID', 'CLIENT_SECRET', 'NAME', 'ALLOW'].map((name) => [
        `SPINDLE_SIGNIN_${name}`,
        'is set without SPINDLE_SIGNIN_ISSUER',
      ]),
    )
  })

  it('refuse ways that are none, no way at all, and a provider that is not there', () => {
    expect(problemsOf({ SPINDLE_SIGNIN: 'password,magic' })).toEqual([
      ['SPINDLE_SIGNIN', '"magic" is not a sign-in method'],
    ])
    expect(problemsOf({ SPINDLE_SIGNIN: ',' })).toEqual([['SPINDLE_SIGNIN', 'has no sign-in method']])
    expect(problemsOf({ SPINDLE_SIGNIN: 'outside' })).toEqual([
      ['SPINDLE_SIGNIN', 'includes outside, but no external provider is configured'],
    ])
  })

  it('refuse an issuer that anybody on the way could play, unless it is this machine', () => {
    expect(problemsOf({ ...complete, SPINDLE_SIGNIN_ISSUER: 'http://login.example' })).toEqual([
      [
        'SPINDLE_SIGNIN_ISSUER',
        '"http://login.example" is not an https URL, so anyone on the network path could sign in as any user',
      ],
    ])
    expect(problemsOf({ ...complete, SPINDLE_SIGNIN_ISSUER: 'http://localhost:9000' })).toEqual([])
    expect(problemsOf({ ...complete, SPINDLE_SIGNIN_NAME: 'x'.repeat(41) })).toHaveLength(1)
  })

  it('show the secret to nobody', () => {
    const { settings } = readConfig(complete)
    expect(JSON.stringify(settings)).not.toContain('a secret of the provider')
    expect(settings.find(({ key }) => key === 'SPINDLE_SIGNIN_CLIENT_SECRET')).toMatchObject({
      isSet: true,
      value: null,
    })
  })
})

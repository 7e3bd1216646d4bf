import { describe, expect, it } from 'vitest'
import { isLoopbackRedirect } from './loopback-redirect.ts'

describe('a loopback redirect', () => {
  it.each([
    'http://127.0.0.1:49152/callback',
    'http://127.0.0.1/',
    'http://127.0.0.1',
    'http://[::1]:8085/oauth/callback',
    'http://localhost:6274/oauth/callback',
    'http://localhost:3334/oauth/callback?session=1&user=a@b',
    'http://127.0.0.1:33418/',
  ])('is %s', (uri) => {
    expect(isLoopbackRedirect(uri)).toBe(true)
  })

  it.each([
    ['another host over https', 'https://evil.example/callback'],
    ['another host over http', 'http://evil.example/callback'],
    ['https on loopback, for which no program has a certificate', 'https://127.0.0.1/callback'],
    ['a scheme of a program', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['a script', 'javascript:alert(1)//http://127.0.0.1/'],
    ['a host that only begins like loopback', 'http://127.0.0.1.evil.example/callback'],
    ['a host that only begins like localhost', 'http://localhost.evil.example/callback'],
    ['a host below localhost', 'http://evil.localhost/callback'],
    ['loopback as a user name', 'http://127.0.0.1@evil.example/callback'],
    ['loopback as a user name and password', 'http://127.0.0.1:80@evil.example/callback'],
    ['a user name before loopback', 'http://user@127.0.0.1/callback'],
    ['a backslash that browsers read as a slash', 'http://127.0.0.1:80\\@evil.example/callback'],
    ['a backslash in the path', 'http://127.0.0.1/a\\b'],
    ['a backslash as a slash', 'http:\\\\127.0.0.1/callback'],
    ['a fragment', 'http://127.0.0.1/callback#fragment'],
    ['another address of the loopback network', 'http://127.0.0.2/callback'],
    ['a short spelling of the address', 'http://127.1/callback'],
    ['the address as a number', 'http://2130706433/callback'],
    ['the address in octal', 'http://0177.0.0.1/callback'],
    ['every address of the computer', 'http://0.0.0.0/callback'],
    ['an IPv4 address in IPv6', 'http://[::ffff:127.0.0.1]/callback'],
    ['capitals', 'HTTP://LOCALHOST/callback'],
    ['a dot after the host', 'http://localhost./callback'],
    ['a port that does not exist', 'http://127.0.0.1:99999/callback'],
    ['a port without digits', 'http://127.0.0.1:/callback'],
    ['a blank', 'http://127.0.0.1/call back'],
    ['a line break', 'http://127.0.0.1/\nhttps://evil.example'],
    ['a line break at the end', 'http://127.0.0.1/\n'],
    ['letters beyond ASCII', 'http://127.0.0.1/ç'],
    ['a relative address', '/callback'],
    ['no text', undefined],
    ['several texts', ['http://127.0.0.1/']],
    ['a text without end', `http://127.0.0.1/${'a'.repeat(2_000)}`],
  ])('is not %s', (_what, uri) => {
    expect(isLoopbackRedirect(uri)).toBe(false)
  })
})

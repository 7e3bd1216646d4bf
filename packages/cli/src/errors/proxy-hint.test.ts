import { ConnectionError } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { findFix } from './error-fixes.ts'

describe('the fix of a connection that failed', () => {
  const failed = (code: string): ConnectionError =>
    new ConnectionError('no response', {
      code: 'connection_failed',
      cause: new TypeError('fetch failed', { cause: Object.assign(new Error('reason'), { code }) }),
    })
  const check =
    'Check the address (`spindle status`), the network, and that the hub is running. Then run the same command again.'

  it.each([
    ['ENOTFOUND', {}, `${check} If your network needs a proxy, set HTTPS_PROXY (HTTP_PROXY for an http address).`],
    ['ECONNREFUSED', {}, check],
    [
      'ECONNREFUSED',
      { HTTPS_PROXY: 'http://proxy' },
      `${check} HTTPS_PROXY is set: check that the proxy answers, or name the hub in NO_PROXY.`,
    ],
    [
      'ENOTFOUND',
      { https_proxy: 'http://proxy', HTTP_PROXY: 'http://proxy' },
      `${check} https_proxy and HTTP_PROXY are set: check that the proxy answers, or name the hub in NO_PROXY.`,
    ],
  ])('%s with %j', (code, environment, fix) => {
    expect(findFix(failed(code), environment)).toBe(fix)
  })
})

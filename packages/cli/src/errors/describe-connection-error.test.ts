import { ConnectionError, TimeoutError, UploadError } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { describeConnectionError } from './describe-connection-error.ts'
import { explainError } from './explain-error.ts'

/** As `fetch` throws them: the reason is the cause of an error without details. */
function broken(code: string, message: string): ConnectionError {
  const reason = Object.assign(new Error(message), { code })
  const cause = new TypeError('fetch failed', { cause: reason })
  return new ConnectionError(`GET https://hub.example/ got no response: ${message}`, {
    code: 'connection_failed',
    cause,
  })
}

describe('connectionWords', () => {
  it.each([
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND hub.example', 'The network is down, or the name of the hub is wrong'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN hub.example', 'The network is down, or the name of the hub is wrong'],
    ['ENETUNREACH', 'connect ENETUNREACH 192.0.2.1:443', 'The network is down, or the hub cannot be reached'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443', 'The hub is not running, or its address is wrong'],
    ['UND_ERR_SOCKET', 'other side closed', 'The connection to the hub was lost'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error', 'The hub did not respond in time'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'The certificate of the hub is not trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'no match', 'The certificate of the hub is not trusted'],
  ])('%s', (code, message, words) => {
    expect(describeConnectionError(broken(code, message))).toBe(`${words} (${message})`)
  })

  it('has the code in place of the words of OpenSSL', () => {
    const message = '40FD:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:tlsany_meth.c:78:'
    expect(describeConnectionError(broken('ERR_SSL_WRONG_VERSION_NUMBER', message))).toBe(
      'Nothing speaks TLS at this address; it may begin with http://, or have another port (ERR_SSL_WRONG_VERSION_NUMBER)',
    )
    expect(describeConnectionError(broken('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', message))).toBe(
      'The connection could not be encrypted (ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE)',
    )
  })

  it('leaves unknown errors as they are', () => {
    expect(describeConnectionError(broken('EODD', 'odd'))).toBe('GET https://hub.example/ got no response: odd')
    expect(describeConnectionError(new TimeoutError('late', { code: 'timeout' }))).toBe(
      'The hub did not respond in time',
    )
  })

  it('has the code where there are no words, as when a name has several addresses', () => {
    expect(describeConnectionError(broken('ECONNREFUSED', ''))).toBe(
      'The hub is not running, or its address is wrong (ECONNREFUSED)',
    )
  })
})

it('are those of an upload that cannot reconnect, with the offset at which it continues', () => {
  const cause = broken('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443')
  const error = new UploadError('Upload upl_1 stopped', {
    code: 'connection_failed',
    offset: 4096,
    isResumable: true,
    cause,
  })
  expect(explainError(error)).toMatchObject({
    exitCode: 1,
    code: 'connection_failed',
    message:
      'The upload stopped at byte 4096: The hub is not running, or its address is wrong (connect ECONNREFUSED 192.0.2.1:443)',
    fix: 'Check the address (`spindle status`), the network, and that the hub is running. Then run the same command again.',
  })
})

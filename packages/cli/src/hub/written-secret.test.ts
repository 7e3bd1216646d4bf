import { describe, expect, it } from 'vitest'
import { readWrittenSecret } from './written-secret.ts'

const read = (text: string) => readWrittenSecret(text, 'SPINDLE_API_KEY')

describe('a secret', () => {
  it.each([
    ['alone', 'spn_abc123'],
    ['with the end of its line', 'spn_abc123\r\n'],
    ['with a byte order mark', '\uFEFFspn_abc123\n'],
    ['in double quotes', '"spn_abc123"\n'],
    ['in single quotes', "'spn_abc123'"],
    ['as a variable', 'SPINDLE_API_KEY=spn_abc123'],
    ['as a variable with another name', 'api_key = spn_abc123'],
    ['as an exported variable in quotes', 'export SPINDLE_API_KEY="spn_abc123"'],
    ['as a variable of Windows', 'set SPINDLE_API_KEY=spn_abc123'],
    ['as a variable of PowerShell', '$env:SPINDLE_API_KEY = "spn_abc123"'],
    ['as a line of YAML', 'apiKey: "spn_abc123"'],
    ['as its header', 'X-API-Key: spn_abc123'],
    ['below a comment', '# key of the laptop\n\nspn_abc123\n'],
    [
      'among other variables',
      'SPINDLE_URL=https://hub.example\nSPINDLE_API_KEY=spn_abc123\nSPINDLE_INTEGRATION_TOKEN=x\n',
    ],
  ])('is read %s', (_, text) => expect(read(text)).toBe('spn_abc123'))

  it('keeps what belongs to it', () => {
    expect(read('c2VjcmV0LWtleQ==')).toBe('c2VjcmV0LWtleQ==')
    expect(read('key-with-dashes.and_dots')).toBe('key-with-dashes.and_dots')
    expect(readWrittenSecret('Authorization: Bearer abc.def', 'SPINDLE_INTEGRATION_TOKEN')).toBe('abc.def')
  })

  it.each([
    ['nothing', ''],
    ['a comment', '# spn_abc123'],
    ['empty quotes', '""'],
    ['a name without a value', 'SPINDLE_API_KEY='],
    ['two', 'spn_abc123\nspn_def456'],
    ['two words', 'spn_abc123 spn_def456'],
    ['a quote that is not closed', '"spn_abc123'],
    ['two of one name', 'SPINDLE_API_KEY=spn_abc123\nSPINDLE_API_KEY=spn_def456'],
    ['another program', '{\n  "key": "spn_abc123"\n}'],
  ])('is not guessed from %s', (_, text) => expect(read(text)).toBeUndefined())
})

import { describe, expect, it } from 'vitest'
import { readStates, StateRefused } from './read-states.ts'

const read = (stdout: string, purpose: 'offer' | 'takedown' = 'offer', stderr = '') =>
  readStates({ stdout: Buffer.from(stdout), stderr }, purpose)

describe('what a program says of a package', () => {
  it.each([
    ['nothing', '', { status: 'FileOK', text: '' }],
    ['sent', '{"state":"sent"}', { status: 'FileOK', text: '' }],
    [
      'live, with an address',
      '{"state":"sent"}\n{"state":"live","url":"https://store.example/a"}\n',
      { status: 'ReleaseMadeAvailableToConsumers', text: 'https://store.example/a' },
    ],
    [
      'live, with a URL that is not a web address',
      '{"state":"live","url":"javascript:alert(1)"}',
      { status: 'ReleaseMadeAvailableToConsumers', text: '' },
    ],
    [
      'an address with a password',
      '{"state":"live","url":"https://a:b@store.example/"}',
      { status: 'ReleaseMadeAvailableToConsumers', text: '' },
    ],
    [
      'lines without a state',
      'hello\n{"progress":0.4}\n[1]\nnull\n{"state":"sent"}\nbye',
      { status: 'FileOK', text: '' },
    ],
    [
      'a refusal',
      '{"state":"refused","reason":"Too \\u0000loud\\u001b[2J"}',
      { status: 'Refused', text: 'Too  loud [2J' },
    ],
    [
      'a refusal with a word of DDEX',
      '{"state":"refused","code":"MetadataMissing","reason":"No composer"}',
      { status: 'MetadataMissing', text: 'No composer' },
    ],
    ['a refusal with a word that accepts', '{"state":"refused","code":"FileOK"}', refusedWithoutReason()],
    ['a refusal with another word', '{"state":"refused","code":"<b>"}', refusedWithoutReason()],
  ])('%s', (_, stdout, expected) => expect(read(stdout)).toEqual(expected))

  it('adds the last lines for people', () => {
    expect(read('', 'offer', 'Uploaded 3 files')).toEqual({ status: 'FileOK', text: 'Uploaded 3 files' })
    expect(read('{"state":"refused"}', 'offer', 'HTTP 422')).toEqual({ status: 'Refused', text: 'HTTP 422' })
  })

  it('reads the end of a takedown', () => {
    expect(read('{"state":"down"}', 'takedown')).toEqual({ status: 'ReleaseNotAvailable', text: '' })
    expect(read('', 'takedown')).toEqual({ status: 'FileOK', text: '' })
    expect(read('{"state":"refused","code":"ReleaseNotAvailable"}', 'takedown')).toEqual(refusedWithoutReason())
  })

  it('refuses a state that it does not know', () => {
    expect(() => read('{"state":"refuse"}')).toThrow(StateRefused)
    expect(() => read('{"state":"down"}')).toThrow('the state "down" does not exist for this package')
    expect(() => read('{"state":"live"}', 'takedown')).toThrow(StateRefused)
    expect(() => read('{"state":null}')).toThrow(StateRefused)
  })
})

function refusedWithoutReason() {
  return { status: 'Refused', text: 'The program gave no reason.' }
}

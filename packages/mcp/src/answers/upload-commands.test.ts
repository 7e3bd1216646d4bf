import { describe, expect, it } from 'vitest'
import { sendCommand, spindleCommand, toShellWord, uploadUrl } from './upload-commands.ts'

const url = uploadUrl('https://hub.example', 'upl_1')

describe('the commands that send bytes', () => {
  it('name the key by its variable', () => {
    expect(sendCommand({ url, file: toShellWord('a.wav'), offset: 0 })).toBe(
      `curl --globoff --fail-with-body -X PATCH -H "X-API-Key: $SPINDLE_API_KEY" -H "Tus-Resumable: 1.0.0" -H "Upload-Offset: 0" -H "Content-Type: application/offset+octet-stream" -T 'a.wav' 'https://hub.example/api/v1/distributor/uploads/upl_1'`,
    )
  })

  it('need no key with a token of the upload', () => {
    const command = sendCommand({ url, file: '"$FILE"', offset: 0, token: 'upt_x' })
    expect(command).toContain('-H "Upload-Token: upt_x"')
    expect(command).not.toContain('API')
  })

  it('continue at the offset of the hub', () => {
    expect(sendCommand({ url, file: '"$FILE"', offset: 10 })).toMatch(
      /^tail -c \+11 "\$FILE" \| curl .*"Upload-Offset: 10" .* -T - /,
    )
  })

  it.each([
    ["It's $(rm -rf /) `x`.wav", "'It'\\''s $(rm -rf /) `x`.wav'"],
    ['-o.wav', "'./-o.wav'"],
    ['a\n; reboot', "'a\n; reboot'"],
  ])('leave a shell nothing of %j to read', (file, word) => {
    expect(toShellWord(file)).toBe(word)
    expect(spindleCommand({ baseUrl: 'https://hub.example', file: toShellWord(file) })).toBe(
      `spindle upload --hub 'https://hub.example' ${word}`,
    )
  })
})

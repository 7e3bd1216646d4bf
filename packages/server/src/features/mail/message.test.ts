import { describe, expect, it } from 'vitest'
import { plainName, writeMessage } from './message.ts'

describe('plainName', () => {
  it.each([
    ['Night Label', 'Night Label'],
    ['  Night\r\nLabel\t ', 'Night Label'],
    ['Night\u2028Label\u202Egnp', 'Night Label gnp'],
    ['x'.repeat(101), `${'x'.repeat(99)}…`],
    ['🎵'.repeat(100), '🎵'.repeat(100)],
  ])('makes of %j the line %j', (name, line) => expect(plainName(name)).toBe(line))
})

describe('writeMessage', () => {
  it('says the same as text and as HTML, with every name escaped', () => {
    const link = { label: 'Open "it"', url: 'https://music.example/console/sign-in#a&b' }
    const content = { subject: 'Hello', paragraphs: ["<b>Mia</b> & 'Tom'", 'The end.'], link }
    expect(writeMessage('mia@label.example', content)).toEqual({
      to: 'mia@label.example',
      subject: 'Hello',
      text: "<b>Mia</b> & 'Tom'\n\nhttps://music.example/console/sign-in#a&b\n\nThe end.\n",
      html: `<!doctype html>
<html lang="en">
<body>
<p>&lt;b&gt;Mia&lt;/b&gt; &amp; &#39;Tom&#39;</p>
<p><a href="https://music.example/console/sign-in#a&amp;b">Open &quot;it&quot;</a></p>
<p>The end.</p>
</body>
</html>
`,
    })
  })
})

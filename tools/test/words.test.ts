import { describe, expect, it } from 'vitest'
import { findException, findWords } from '../words/find-words.ts'
import { words } from '../words/list.ts'
import { readProse } from '../words/read-prose.ts'

const namesIn = (prose: string): string[] => findWords(prose).map(({ word }) => word.name)

describe('the list of words', () => {
  it.each([
    ['Nobody fits.', ['nobody']],
    ['The old one goes on for a while, so that nothing stands still.', ['goes on', 'stands']],
    ['A bug that nobody can mend.', ['nobody', 'mend']],
    ['The receipt lies beside the offset.', ['lies']],
    ['"x" is no plain file', ['is no']],
    ['Mail address', ['mail address']],
    ['Nodes hear of revoked keys.', ['hears']],
    ['The property is told of a takedown.', ['is told']],
    ['the wishes of the store', ['wishes']],
    ['Messages of others', ['of others']],
    ['answered as ever', ['as ever']],
    ['It is sealed anew.', ['anew']],
    ['The line was cut. Going on.', ['goes on', 'the line broke']],
    ['A record behind the foot.', ['behind the foot']],
    ['what became of it', ['became of']],
    ['These files are litter.', ['litter']],
    ['skipped for want of a program', ['for want of']],
    ['It waits with its like.', ['its like']],
    ['A page knows no other page.', ['knows nothing']],
    ['It lets go of the lock.', ['let go']],
    ['As the system', ['as the system']],
    ['your way in', ['a way in']],
  ])('finds what is wrong with "%s"', (prose, found) => {
    expect(namesIn(prose).toSorted()).toEqual(found.toSorted())
  })

  it.each([
    'There is no hub in this folder, and it is no longer needed.',
    'A standby stands by. E stands for error.',
    'The email address is confirmed. We understand.',
    'The application behind the footer, the amended file, the only way in which it works.',
    'It goes only to this outlet. Recommended for anyone.',
  ])('finds nothing wrong with "%s"', (prose) => {
    expect(namesIn(prose)).toEqual([])
  })

  it('finds a phrase across the end of a line, and says where it begins', () => {
    expect(findWords('one\nThe upload goes\n  on.').map(({ line, text }) => ({ line, text }))).toEqual([
      { line: 2, text: 'goes on' },
    ])
  })

  it('says why and what to write for every word', () => {
    expect(words.filter(({ reason, write }) => reason === '' || write === '')).toEqual([])
    expect(new Set(words.map(({ name }) => name)).size).toBe(words.length)
  })
})

describe('what is read of a file', () => {
  const seen = (...args: Parameters<typeof readProse>): string =>
    readProse(...args)
      .replaceAll(/\s+/g, ' ')
      .trim()

  it('is the text of a page, without code, addresses and generated tables', () => {
    const page = [
      'Text with `code nobody sees` and a [link](nobody.md).',
      '```sh',
      'nobody',
      '```',
      '<!-- events:start -->',
      '| nobody |',
      '<!-- events:end -->',
      '<!-- figures P1 -->',
      '| nobody |',
      '<!-- end of figures P1 -->',
      'The end.',
    ].join('\n')
    expect(seen('page.md', page, 'markdown')).toBe('Text with and a [link . The end.')
  })

  it('is every string and template of a source, but no name of a module and no type', () => {
    const source = `import { a } from 'nobody'\nconst text: 'nobody' | string = 'one ' + \`two \${a} three\` // four`
    expect(seen('source.ts', source, 'strings')).toBe("'one ' `two $" + '{ } three`')
  })

  it('is every comment of a source', () => {
    expect(seen('source.ts', "/** One. */\nconst a = 'two' // Three.", 'comments')).toBe('/** One. */ // Three.')
  })

  it('is what follows a hash', () => {
    expect(seen('hub.service', '# One.\nUser=a#b\n[Service] # Two.', 'hash comments')).toBe('# One. # Two.')
  })

  it('keeps every place', () => {
    const text = 'a `b`\n```\nc\n```\nd'
    expect(readProse('page.md', text, 'markdown')).toHaveLength(text.length)
  })
})

describe('an exception', () => {
  it('excuses one word on one line of one file', () => {
    const [finding] = findWords('nobody')
    if (finding === undefined) throw new Error('The word is not found.')
    const exception = { file: 'a.md', word: 'nobody', line: 'the rule', reason: 'It is quoted.' }
    expect(findException('a.md', 'the rule says nobody', finding, [exception])).toBe(exception)
    expect(findException('b.md', 'the rule says nobody', finding, [exception])).toBeUndefined()
    expect(findException('a.md', 'nobody else', finding, [exception])).toBeUndefined()
  })
})

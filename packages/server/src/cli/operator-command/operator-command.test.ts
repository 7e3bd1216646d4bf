import { describe, expect, it } from 'vitest'
import { show } from './operator-command.ts'

describe('show', () => {
  const shown = (isJson: boolean, data: unknown): string[] => {
    const lines: string[] = []
    show({ isJson, out: (line) => lines.push(line) }, data, ['for people'])
    return lines
  }

  it('prints lines for people, and one JSON document if requested', () => {
    expect(shown(false, { a: 1 })).toEqual(['for people'])
    expect(shown(true, { a: 1 })).toEqual(['{\n  "a": 1\n}'])
  })

  it('lets no text of others rewrite the terminal from inside JSON, and changes no value', () => {
    const text = 'a\u001b[2J\u009b\u202e\u{e0001}\nb'
    const json = shown(true, { text }).join('\n')
    expect(json).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
    expect(JSON.parse(json)).toEqual({ text })
  })
})

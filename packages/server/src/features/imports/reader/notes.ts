import { type Element, pathOf, unreadIn } from './element.ts'
import type { ReadNote } from './reading.ts'

/** Content that was not imported unchanged, each once with its first place. */
export interface Notes {
  add(code: ReadNote['code'], element: Element, message: string): void
  /** The text up to the maximum length. */
  fit(element: Element, text: string, length: number): string
  readonly all: readonly ReadNote[]
}

export const maxNotes = 500

export function collectNotes(): Notes {
  const all: ReadNote[] = []
  const said = new Set<string>()
  const add: Notes['add'] = (code, element, message) => {
    const key = `${code} ${element.name} ${message}`
    if (said.has(key) || all.length >= maxNotes) return
    said.add(key)
    all.push({ code, message: message.slice(0, 500), path: pathOf(element).slice(0, 500), line: element.line })
  }
  return {
    all,
    add,
    fit(element, text, length) {
      if (text.length <= length) return text
      add('shortened', element, `${element.name} is longer than ${length} characters. It was shortened.`)
      return text.slice(0, length).toWellFormed()
    },
  }
}

const withoutPlace = (element: Element): string => pathOf(element).replaceAll(/\[\d+\]/g, '')

/** A note for each kind of unread element, with its count. */
export function noteUnread(root: Element, notes: Notes): void {
  const kinds = Map.groupBy(unreadIn(root), withoutPlace)
  for (const same of kinds.values()) {
    const [first] = same
    if (!first) continue
    const often = same.length === 1 ? '' : ` ${same.length} times`
    notes.add('dropped', first, `${first.name} was not imported. It is in the message${often}.`)
  }
}

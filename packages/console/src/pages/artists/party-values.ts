import type { Party } from '@spindle/client'

/** The form of a party, and what it sends. */

export const textNames = ['name', 'legalName', 'isni', 'ipi', 'spotify', 'apple'] as const
export type TextName = (typeof textNames)[number]

export interface NameIn {
  readonly language: string
  readonly name: string
}

export interface PartyLists {
  readonly names: readonly NameIn[]
  readonly newAt: readonly string[]
  readonly defaultRoles: readonly string[]
}

export const textsOf = (party: Party | undefined): Readonly<Record<TextName, string>> =>
  Object.fromEntries(textNames.map((name) => [name, party?.[name] ?? ''])) as Record<TextName, string>

export const listsOf = (party: Party | undefined): PartyLists => ({
  names: party?.names ?? [],
  newAt: party?.newAt ?? [],
  defaultRoles: party?.defaultRoles ?? [],
})

/** Only what differs from the party; null removes a text. For a new party, only what is filled in. */
export function bodyOf(
  party: Party | undefined,
  texts: Readonly<Record<TextName, string>>,
  lists: PartyLists,
): Readonly<Record<string, unknown>> {
  const before = textsOf(party)
  const changedTexts = textNames.flatMap((name): readonly (readonly [string, string | null])[] => {
    const text = texts[name].trim()
    return text === before[name] ? [] : [[name, text === '' ? null : text]]
  })
  const listsBefore = listsOf(party)
  const changedLists = Object.entries(lists).filter(
    ([name, items]) => JSON.stringify(items) !== JSON.stringify(listsBefore[name as keyof PartyLists]),
  )
  return Object.fromEntries([...changedTexts, ...changedLists])
}

/** Whether a name in another language lacks one of its two parts. */
export const isIncomplete = ({ language, name }: NameIn): boolean => language === '' || name.trim() === ''

import { memberTopics, type NoticePace, operatorTopics } from '@spindle/contract/console'

/** In place of an account: what operators are told. */
export const operatorScope = 'operator'

/** What people chose, by topic. */
export type Choices = Readonly<Record<string, NoticePace | undefined>>

export const defaultChoices: Readonly<Record<string, NoticePace>> = { ...memberTopics, ...operatorTopics }

export const topicsOf = (scope: string): readonly string[] =>
  Object.keys(scope === operatorScope ? operatorTopics : memberTopics)

/** Topics of a scope that the person has at this pace. */
export const topicsAt = (scope: string, chosen: Choices, paces: readonly NoticePace[]): readonly string[] =>
  topicsOf(scope).filter((topic) => paces.includes(chosen[topic] ?? defaultChoices[topic] ?? 'never'))

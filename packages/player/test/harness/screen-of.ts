import type { SpindlePlayer } from '../../src/index.ts'

/** What a visitor sees and can press. */
export interface Screen {
  /** Of the tracks, as they are listed. */
  titles(): string[]
  text(part: string): string
  /** The button or slider with this label. */
  find(label: string): HTMLElement
  press(label: string): void
  /** The track that is marked as current. */
  current(): string | undefined
  /** What screen readers were told last. */
  announced(): string
}

export function screenOf(player: SpindlePlayer): Screen {
  const all = <Found extends Element = HTMLElement>(selector: string): Found[] =>
    Array.from(player.shadowRoot?.querySelectorAll<Found>(selector) ?? [])
  const find = (label: string): HTMLElement => {
    const row = all('li button').find((one) => one.querySelector('.names')?.textContent === label)
    const found = all(`[aria-label="${label}"]`)[0] ?? row
    if (!found) throw new Error(`There is no ${label}`)
    return found
  }
  return {
    titles: () => all('.track-title').map(({ textContent }) => textContent ?? ''),
    text: (part) => all(`[part="${part}"]`)[0]?.textContent ?? '',
    find,
    press: (label) => find(label).click(),
    current: () => all('[aria-current] .track-title')[0]?.textContent ?? undefined,
    announced: () => all('.unseen[role]')[0]?.textContent ?? '',
  }
}

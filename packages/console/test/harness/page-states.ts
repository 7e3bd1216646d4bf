import type { LabelView, PageView } from './render-page.tsx'

/** What pages have in common while they wait, and when something went wrong. */

/** Resolves once the page shows that it is loading. */
export const seeLoading = async ({ main }: LabelView): Promise<void> => {
  await main.findByText('Loading')
}

/** The error that the page shows, as one line of text. */
export async function readAlert(page: PageView): Promise<string> {
  return textOf(await page.findByRole('alert'))
}

/** Text as people read it: without the marks that only eyes see, and with single blanks. */
export function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const mark of copy.querySelectorAll('[aria-hidden="true"]')) mark.remove()
  for (const end of copy.querySelectorAll('br')) end.replaceWith(' ')
  for (const block of copy.querySelectorAll(
    'p, li, h1, h2, h3, button, td, th, dt, dd, div, span, label, option, output, .release-title',
  ))
    block.append(' ')
  return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The items of a list, or the rows of a table, as people read them. */
export const textsOf = (elements: readonly Element[]): string[] => elements.map(textOf)

/** The field is marked as wrong, has the keyboard, and a screen reader reads this with it. */
export function readProblem(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const problem = ids.map((id) => document.getElementById(id)).find((element) => element?.className === 'problem')
  if (field.getAttribute('aria-invalid') !== 'true' || !problem) return ''
  return textOf(problem)
}

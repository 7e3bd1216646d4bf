/** The search of the API reference: shows only the operations that contain every word. `/` moves to it, Escape clears it. */

/** @param {Document} page */
export function findOperations(page) {
  const form = page.querySelector('.find')
  const field = form.querySelector('input')
  const found = form.querySelector('output')
  const sections = [...page.querySelectorAll('section.operation')].map((section) => ({
    section,
    entry: page.querySelector(`.toc a[href="#${section.id}"]`).parentElement,
    text: [section.id, ...[...section.querySelectorAll('h3, .endpoint')].map((part) => part.textContent)]
      .join(' ')
      .toLowerCase(),
  }))
  const subjects = [...page.querySelectorAll('.subject')]

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { section, entry, text } of sections) {
      const isFound = words.every((word) => text.includes(word))
      section.hidden = !isFound
      entry.hidden = !isFound
      count += isFound ? 1 : 0
    }
    for (const subject of subjects)
      subject.hidden = subject.querySelector('section:not([hidden]), li:not([hidden])') === null
    found.textContent = words.length === 0 ? '' : `${count} of ${sections.length} operations`
  }

  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  field.addEventListener('input', show)
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    field.value = ''
    show()
  })
  page.addEventListener('keydown', (event) => {
    const target = /** @type {Partial<Element> | null} */ (event.target)
    const isTyping = (target?.closest?.('input, textarea, select') ?? null) !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
}

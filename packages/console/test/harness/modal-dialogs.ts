/** What a browser does with modal dialogs (HTML, "dialog focusing steps" and "close requests"), and the DOM of the tests does not. */

const takesFocus = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]'

/** A dialog that opens takes the keyboard; Escape asks the topmost one to close. Answers how to end that. */
export function provideModalDialogs(): () => void {
  const { prototype } = HTMLDialogElement
  const { showModal } = prototype
  prototype.showModal = function (this: HTMLDialogElement) {
    showModal.call(this)
    const first = this.querySelector<HTMLElement>(takesFocus) ?? this
    first.focus()
  }
  addEventListener('keydown', closeByEscape)
  return () => {
    prototype.showModal = showModal
    removeEventListener('keydown', closeByEscape)
  }
}

function closeByEscape({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  const shown = [...document.querySelectorAll('dialog')].filter(({ open }) => open).at(-1)
  if (shown?.dispatchEvent(new Event('cancel', { cancelable: true }))) shown.close()
}

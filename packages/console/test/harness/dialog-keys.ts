/** What a browser does with Escape in a modal dialog (HTML, "close requests"), and the DOM of the tests does not. */
export function closeDialogsByEscape(): () => void {
  const press = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return
    const shown = [...document.querySelectorAll('dialog')].filter(({ open }) => open).at(-1)
    if (shown?.dispatchEvent(new Event('cancel', { cancelable: true }))) shown.close()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

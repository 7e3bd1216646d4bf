/** The largest table that the hub takes, in bytes. */
export const maxTableBytes = 8 * 1024 ** 2

/** A file in base64, as the hub takes tables. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new DOMException('not read', 'NotReadableError'))
    // `data:text/csv;base64,` and the bytes.
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.readAsDataURL(file)
  })
}

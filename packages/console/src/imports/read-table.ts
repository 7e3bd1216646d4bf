/** The largest table that the hub takes, in bytes. */
export const maxTableBytes = 8 * 1024 ** 2

/** A file in base64, as the hub takes tables. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new DOMException('not read', 'NotReadableError'))
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}

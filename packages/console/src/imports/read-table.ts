/** The largest table that the hub takes, in bytes as they are sent. */
const maxTableBytes = 8 * 1024 ** 2

/**
 * A table in base64, as the hub takes it. A large text is compressed first; a workbook is compressed already. Undefined if
 * it is too large all the same.
 */
export async function readTable(file: File): Promise<string | undefined> {
  const isCompressible = /\.(csv|tsv|txt)$/i.test(file.name)
  if (file.size <= maxTableBytes) return readBase64(file)
  if (!isCompressible) return undefined
  const packed = await compress(await read(file, 'readAsArrayBuffer'))
  return packed.byteLength <= maxTableBytes ? readBase64(new Blob([packed])) : undefined
}

function compress(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const stream = new Response(bytes).body?.pipeThrough(new CompressionStream('gzip'))
  return new Response(stream ?? null).arrayBuffer()
}

/** Without the `data:text/csv;base64,` of the reader. */
const readBase64 = async (file: Blob): Promise<string> =>
  (await read<string>(file, 'readAsDataURL')).replace(/^[^,]*,/, '')

const read = <T extends string | ArrayBuffer = ArrayBuffer>(
  file: Blob,
  method: 'readAsArrayBuffer' | 'readAsDataURL',
): Promise<T> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new DOMException('not read', 'NotReadableError'))
    reader.onload = () => resolve(reader.result as T)
    reader[method](file)
  })

/** Which bytes each character has in an encoding. Source: WHATWG Encoding Standard; code pages 437 and 850. */

/** The bytes of each character beyond ASCII. */
export type ByteTable = ReadonlyMap<string, readonly number[]>

/** Made with its first use. */
export const once = (make: () => ByteTable): (() => ByteTable) => {
  let made: ByteTable | undefined
  return () => (made ??= make())
}

/** The letters of the bytes from 128 on. */
export const ofLetters = (letters: string): ByteTable =>
  new Map(Array.from(letters, (letter, index) => [letter, [index + 128]] as const))

const highBytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
export const singleBytes = (encoding: string) => once(() => ofLetters(new TextDecoder(encoding).decode(highBytes)))

function listPairs(encoding: string): ByteTable {
  const decoder = new TextDecoder(encoding)
  const found = new Map<string, readonly number[]>()
  const add = (...bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !found.has(text)) found.set(text, bytes)
  }
  for (let first = 0x81; first <= 0xfe; first++) {
    add(first)
    for (let second = 0x40; second <= 0xfe; second++) add(first, second)
  }
  return found
}
export const doubleBytes = (encoding: string) => once(() => listPairs(encoding))

/** Code page 437. */
export const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'
/** Code page 850. */
export const dosOfWesternEurope =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

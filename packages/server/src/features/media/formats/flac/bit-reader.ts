import { type ByteSource, UnusableMedia } from '@spindle/contract/audio-headers'

/** Zero bytes behind the window, so that a 40-bit look-ahead never leaves the array. */
const padding = 16

/**
 * A window that slides over the file, read bit by bit, most significant bit first. `bit` counts from the beginning of
 * the window. Reading past the end of the window is noticed by `requireInside`, never by a bounds error.
 */
export class BitReader {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly #source: ByteSource
  #filePosition: number
  /** Valid bytes in the window. */
  length = 0
  bit = 0

  constructor(source: ByteSource, position: number, windowBytes: number) {
    this.bytes = new Uint8Array(windowBytes + padding)
    this.view = new DataView(this.bytes.buffer)
    this.#source = source
    this.#filePosition = position
  }

  /** Place of the next whole byte in the file. */
  get position(): number {
    return this.#filePosition - this.length + Math.ceil(this.bit / 8)
  }

  get atEnd(): boolean {
    return this.position >= this.#source.size
  }

  /** Slides so that `wanted` bytes, or all that are left in the file, stand behind the present position. */
  fill(wanted: number): void {
    const start = this.bit >>> 3
    if (this.length - start >= wanted || this.#filePosition >= this.#source.size) return
    this.bytes.copyWithin(0, start, this.length)
    const kept = this.length - start
    const read = this.#source.read(this.#filePosition, this.bytes.subarray(kept, this.bytes.length - padding))
    this.#filePosition += read
    this.length = kept + read
    this.bit -= start * 8
    this.bytes.fill(0, this.length, this.length + padding)
  }

  requireInside(): void {
    if (this.bit <= this.length * 8) return
    if (this.#filePosition >= this.#source.size) {
      throw new UnusableMedia('truncated', 'The file ends within a frame.')
    }
    throw new UnusableMedia('corrupt', 'A frame is longer than allowed.')
  }

  /** The 32 bits from the present position on, as a signed number, without moving. */
  peek32(): number {
    const byte = this.bit >>> 3
    const shift = this.bit & 7
    if (byte > this.length) this.requireInside()
    return (this.view.getInt32(byte) << shift) | ((this.bytes[byte + 4] ?? 0) >>> (8 - shift))
  }

  /** 0 to 32 bits as an unsigned number. */
  unsigned(count: number): number {
    if (count === 0) return 0
    const value = this.peek32() >>> (32 - count)
    this.bit += count
    return value
  }

  /** 0 to 33 bits in two's complement; 33 happens in the side channel of 32-bit audio. */
  signed(count: number): number {
    if (count === 0) return 0
    if (count === 33) {
      const sign = this.unsigned(1)
      return this.unsigned(32) - sign * 2 ** 32
    }
    const value = this.peek32() >> (32 - count)
    this.bit += count
    return value
  }

  /** Counts zero bits up to the next one bit, which is consumed. */
  unary(): number {
    let count = 0
    for (;;) {
      const zeros = Math.clz32(this.peek32())
      count += zeros
      if (zeros < 32) {
        this.bit += zeros + 1
        return count
      }
      this.bit += 32
    }
  }
}

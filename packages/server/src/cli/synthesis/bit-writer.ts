/** Grows as it is written to; most significant bit first. */
export class BitWriter {
  #bytes = new Uint8Array(65_536)
  #length = 0
  #pending = 0
  #pendingBits = 0

  get length(): number {
    return this.#length
  }

  /** The bytes written so far; call at a byte boundary. */
  bytes(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length)
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes[this.#length++] = byte
  }

  /** The lowest `count` bits of `value`, up to 32. */
  write(value: number, count: number): void {
    for (let left = count; left > 0; ) {
      const take = Math.min(left, 8 - this.#pendingBits)
      this.#pending = (this.#pending << take) | ((value >>> (left - take)) & ((1 << take) - 1))
      this.#pendingBits += take
      left -= take
      if (this.#pendingBits === 8) {
        this.#push(this.#pending)
        this.#pending = 0
        this.#pendingBits = 0
      }
    }
  }

  /** `zeros` zero bits and a one. */
  unary(zeros: number): void {
    for (let left = zeros; left > 0; left -= 32) this.write(0, Math.min(32, left))
    this.write(1, 1)
  }

  align(): void {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
  }
}

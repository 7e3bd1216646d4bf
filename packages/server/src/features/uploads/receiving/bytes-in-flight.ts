/** Bytes of bodies that arrived and are not durable yet. */
export interface BytesInFlight {
  count(): number
  begin(): BodyInFlight
}

export interface BodyInFlight {
  arrived(bytes: number): void
  stored(bytes: number): void
  /** Bytes that were not stored are dropped, and sent again. */
  end(): void
}

export function bytesInFlight(): BytesInFlight {
  let all = 0
  return {
    count: () => all,
    begin() {
      let own = 0
      const add = (bytes: number): void => {
        own += bytes
        all += bytes
      }
      return { arrived: add, stored: (bytes) => add(-bytes), end: () => add(-own) }
    },
  }
}

import pg from 'pg'

/** `copy ... from stdin` with all rows in one message: what PostgreSQL itself takes to store them. */
export async function copyIn(databaseUrl: string, statement: string, rows: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(statement, Buffer.from(rows), (error) => (error ? reject(error) : resolve())))
    })
  } finally {
    await client.end()
  }
}

/** What node-postgres calls back; its types leave out the part of COPY. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sync(): void
}

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #rows: Buffer
  readonly #done: (error?: Error) => void
  constructor(statement: string, rows: Buffer, done: (error?: Error) => void) {
    this.#statement = statement
    this.#rows = rows
    this.#done = done
  }
  submit(connection: unknown): void {
    ;(connection as CopyConnection).query(this.#statement)
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
  handleCommandComplete(): void {}
  handleError(error: Error): void {
    this.#done(error)
  }
  handleReadyForQuery(): void {
    this.#done()
  }
}

import type { Program } from './program.ts'
import type { Side } from './rounds.ts'

/** The time of a start in milliseconds; the program ends afterwards. */
export const startSide = (name: string, start: () => Promise<Program>): Side => ({
  name,
  async measure() {
    const program = await start()
    await program.stop()
    return program.readyMs
  },
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countFromEnvironment, seedFromEnvironment } from '../harness/random.ts'
import { itRestores } from './restore-drill/drills.ts'

const drills = countFromEnvironment('RESTORE_DRILLS', { usual: 1, soak: 20 })

itRestores({
  name: 'a disk',
  drills,
  seed: seedFromEnvironment(),
  open: async () => ({
    environment: () => ({}),
    bytesOf: ({ dataDir }, id) => readFile(join(dataDir, 'uploads/complete', id.slice(-2), id)),
  }),
})

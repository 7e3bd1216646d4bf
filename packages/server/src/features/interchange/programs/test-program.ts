import { findProgramProblem } from '../../../platform/programs/find-program-problem.ts'
import { openVariables } from '../../../platform/programs/program-variables.ts'
import { findProgramWalls } from '../../../platform/programs/program-walls.ts'
import { runSteps, type TestStep } from '../run-steps.ts'
import { programSettingsOf } from './program-settings.ts'

/** Checks the program of an outlet without running it: it would send what it is given. */
export const testProgram = (settings: unknown, secret: string | undefined): Promise<TestStep[]> =>
  runSteps([
    [
      'check the program',
      async () => {
        const { program } = programSettingsOf({ settings })
        const problem = await findProgramProblem(program)
        if (problem !== undefined) throw new Error(`${program} ${problem}`)
        return program
      },
    ],
    ['open its variables', async () => Object.keys(openVariables(secret)).join(', ') || 'none'],
    [
      'find its walls',
      async () => {
        const { userId, endsWhole } = await findProgramWalls()
        const user = userId === undefined ? 'the user of the hub' : `the user ${userId}`
        return `it runs as ${user}; ${endsWhole ? 'all its processes end with it' : 'a process that it detaches may stay'}`
      },
    ],
  ])

import { makeCover } from './make-cover.ts'
import { openPicture } from './open-picture.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that makes a cover for stores. Its output is the picture, or `unchangedCover`. */

writeOutput(await makeCover(await openPicture()))

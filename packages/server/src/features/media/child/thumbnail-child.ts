import { makeThumbnail } from './make-thumbnail.ts'
import { openPicture } from './open-picture.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that makes a thumbnail. Its output is the picture. */

const { picture } = await openPicture()
writeOutput(await makeThumbnail(picture, Number(process.argv[3])))

/** The output of the child process, instead of a JPEG, if stores accept the cover as it was uploaded. */
export const unchangedCover: Buffer = Buffer.from('unchanged')

/** What the child process says in place of a JPEG where stores take the cover as it was uploaded. */
export const unchangedCover: Buffer = Buffer.from('unchanged')

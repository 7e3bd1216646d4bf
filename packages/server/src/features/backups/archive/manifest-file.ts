/** The name of the file that lists all other files of a backup. */
export const manifestFile = 'manifest.json'

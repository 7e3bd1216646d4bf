/** The name of the file that names all others of a backup. */
export const manifestFile = 'manifest.json'

export { environmentFetch, findEnvironmentProxy } from './node/environment-fetch.ts'
export { fileUploadCache } from './node/file-upload-cache.ts'
export { uploadFile } from './node/upload-file.ts'

export { environmentFetch, findEnvironmentProxy } from './node/environment-fetch.ts'
export { fileUploadStore } from './node/file-upload-store.ts'
export { uploadFile } from './node/upload-file.ts'

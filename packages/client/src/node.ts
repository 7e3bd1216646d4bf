export { createFileStore } from './node/file-store.ts'
export { uploadFile } from './node/upload-file.ts'

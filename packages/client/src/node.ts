export { fileUploadStore } from './node/file-upload-store.ts'
export { uploadFile } from './node/upload-file.ts'

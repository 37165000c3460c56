export { createFiles, MOST_UPLOAD_BYTES, type FilesApi } from "./create-files.ts";
export { arePhotosFor } from "./manage-files.ts";

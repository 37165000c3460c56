export { createFiles, type FilesApi } from "./create-files.ts";
export { arePhotosFor } from "./manage-files.ts";

export { createFiles } from "./create-files.ts";
export { arePhotosFor } from "./manage-files.ts";

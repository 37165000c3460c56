export { filesRoutes, MOST_UPLOAD_BYTES, takeUpload } from "./files.routes.ts";
export {
  areTicketPhotos,
  dropFiles,
  readFileOf,
  sweepFile,
  type FilesDeps,
} from "./manage-files.ts";

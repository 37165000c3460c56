export { filesRoutes, MOST_UPLOAD_BYTES, takeUpload } from "./files.routes.ts";
export { areTicketPhotos, readFileOf, sweepFile, type FilesDeps } from "./keep-files.ts";

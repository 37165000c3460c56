export { createFiles } from "./create-files.ts";
export { areTicketPhotos } from "./manage-files.ts";

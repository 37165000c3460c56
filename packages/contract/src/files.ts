import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list } from "./shapes.ts";

/** CUSTOMER: the driver's profile image, one at a time. TICKET, CHECK_IN: photos for those. */
export const FileCategory = z.enum(["CUSTOMER", "TICKET", "CHECK_IN"]);

/** A driver's image, stored as an upright JPEG without the camera's metadata. */
export const FileRecord = z.object({
  id: Id,
  /** Where the bytes are, for its driver's token. */
  url: z.string(),
  category: FileCategory,
  width: z.int(),
  height: z.int(),
  created_at: Instant,
});

/** Most bytes of a form with an image. */
export const MOST_UPLOAD = 12 * 1024 * 1024;

const driver = { rule: "driver" } as const;
/** `category_resource_id` is the driver's own id, for either category. */
const Whose = { category: FileCategory, category_resource_id: Id };

/**
 * A form (multipart/form-data) with one `file` of at most 12 MB and 50 million pixels: JPEG, PNG, GIF or WebP by its
 * content. A new profile image takes the place of the one before.
 */
export const uploadFile = route({
  method: "POST",
  path: "/api/cms/v1/files/upload",
  access: driver,
  budget: { perMinute: 20, burst: 40 },
  query: z.object({ ...Whose, type: z.optional(z.string().check(z.maxLength(64))) }),
  mostBody: MOST_UPLOAD,
  response: data(FileRecord),
  errors: [
    "NOT_FOUND",
    "FILE_MISSING",
    "FILE_TOO_LARGE",
    "FILE_NOT_AN_IMAGE",
    "TOO_MANY_FILES",
    "UNAVAILABLE",
  ],
});
/** The driver's files of a category, newest first. */
export const listFiles = route({
  method: "GET",
  path: "/api/cms/v1/files",
  access: driver,
  query: z.object(Whose),
  response: list(FileRecord),
  errors: ["NOT_FOUND"],
});
/** Answers the bytes, always as image/jpeg. `url` may say what the record said; the id alone decides. */
export const downloadFile = route({
  method: "GET",
  path: "/api/cms/v1/files/:id/download",
  access: driver,
  params: IdParams,
  query: z.object({ url: z.optional(z.string().check(z.maxLength(2048))) }),
  response: z.never(),
  documents: ["image/jpeg"],
  errors: ["NOT_FOUND"],
});
/** Takes an image away. A photo that stands in a ticket stays. */
export const deleteFile = route({
  method: "DELETE",
  path: "/api/cms/v1/files/:id",
  access: driver,
  params: IdParams,
  response: data(z.object({ deleted: z.literal(true) })),
  errors: ["NOT_FOUND", "FILE_IN_TICKET"],
});

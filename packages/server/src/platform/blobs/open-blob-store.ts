import type { BlobSettings } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { createDiskBlobs } from "./disk.ts";

/** Opens the configured store. The S3 client is loaded only when it is configured. */
export async function openBlobStore(settings: BlobSettings): Promise<BlobStore> {
  if (settings.kind === "disk") return createDiskBlobs(settings.folder);
  const { createS3Blobs } = await import("./s3.ts");
  return createS3Blobs(settings);
}

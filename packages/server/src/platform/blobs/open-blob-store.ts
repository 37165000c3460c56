import type { BlobSettings } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { createDiskBlobs } from "./disk.ts";

/** The store of the configuration. The S3 client is loaded only where there is one to speak to. */
export async function openBlobStore(settings: BlobSettings): Promise<BlobStore> {
  if (settings.kind === "disk") return createDiskBlobs(settings.folder);
  const { createS3Blobs } = await import("./s3.ts");
  return createS3Blobs(settings);
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { BlobSettings } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";

/** Stores blobs as objects of an S3 bucket, at Amazon or any compatible server. */
export function createS3Blobs(settings: Extract<BlobSettings, { kind: "s3" }>): BlobStore {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // S3-compatible servers other than Amazon do not know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
  });
  return {
    put: async (name, bytes) => {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes, ContentType: "image/jpeg" }),
      );
    },
    get: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
    },
  };
}

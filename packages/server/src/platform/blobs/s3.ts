import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
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
  const bodyOf = async (name: string, abortSignal?: AbortSignal) => {
    try {
      const command = new GetObjectCommand({ Bucket: bucket, Key: name });
      return (await client.send(command, abortSignal && { abortSignal })).Body ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    put: async (name, bytes) => {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes, ContentType: "image/jpeg" }),
      );
    },
    get: async (name) => {
      const body = await bodyOf(name);
      return body && Buffer.from(await body.transformToByteArray());
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
    },
    putFile: async (name, path, abortSignal) => {
      // The same file to its end, though another one may take its place meanwhile.
      const file = await open(path);
      try {
        const { size } = await file.stat();
        const Body = file.createReadStream({ autoClose: false });
        const asked = { Bucket: bucket, Key: name, Body, ContentLength: size };
        await client.send(new PutObjectCommand(asked), { abortSignal });
      } finally {
        await file.close();
      }
    },
    // On Node a body is a stream of Node's.
    read: (name, signal) => bodyOf(name, signal) as Promise<Readable | null>,
  };
}

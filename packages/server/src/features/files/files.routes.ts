import { files } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { UploadHandler } from "../../platform/http/upload.ts";
import { deleteFile, filesOf, keepFile, readFileOf, type FilesDeps } from "./manage-files.ts";

/** The largest form that is read. */
export const takeUpload =
  (deps: FilesDeps): UploadHandler<typeof files.uploadFile> =>
  async ({ query, caller, file }) => {
    if (query.category_resource_id !== caller.userId) return refuse("NOT_FOUND");
    if (!file || file.length === 0) return refuse("FILE_MISSING");
    const kept = await keepFile(deps, caller.userId, query.category, file);
    return kept.ok ? done({ data: kept.value }) : kept;
  };

export function filesRoutes({ mount }: Mount, deps: FilesDeps): void {
  mount(files.listFiles, async ({ query, caller }) =>
    query.category_resource_id === caller.userId
      ? done(wholeList(await filesOf(deps, caller.userId, query.category)))
      : refuse("NOT_FOUND"),
  );
  mount(files.downloadFile, async ({ params, caller }) => {
    const bytes = await readFileOf(deps, caller.userId, params.id);
    if (!bytes) return refuse("NOT_FOUND");
    return {
      ok: true,
      document: { type: "image/jpeg", fileName: `${params.id}.jpg`, bytes },
    };
  });
  mount(files.deleteFile, async ({ params, caller }) => {
    const gone = await deleteFile(deps, caller.userId, params.id);
    return gone.ok ? done({ data: gone.value }) : gone;
  });
}

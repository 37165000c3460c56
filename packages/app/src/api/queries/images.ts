import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call, download } from "../http/call.ts";
import { downloadFile, listFiles } from "../http/endpoints/support.ts";
import { keys } from "./keys.ts";

/** The bytes of an image of the driver's, fetched with the driver's token. */
export const useImage = (fileId: string | null) =>
  useQuery({
    queryKey: keys.image(fileId ?? ""),
    queryFn: ({ signal }) => {
      const input = { params: { id: fileId ?? "" }, query: {} };
      return download(downloadFile, input, { Accept: "image/jpeg" }, signal);
    },
    enabled: fileId !== null,
    // A file never changes.
    staleTime: Infinity,
  });

/** The driver's profile image; null: there is none. */
export function useProfileImage() {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.profileImage(userId),
    queryFn: async ({ signal }) =>
      (
        await call(
          listFiles,
          { query: { category: "CUSTOMER", category_resource_id: userId } },
          signal,
        )
      ).content[0] ?? null,
    staleTime: 5 * 60_000,
  });
}

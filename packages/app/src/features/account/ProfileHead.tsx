import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { deleteFile } from "../../api/http/endpoints/support.ts";
import { useImage, useProfileImage } from "../../api/queries/images.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { sentence } from "../../api/http/refusal.ts";
import { uploadImage } from "../../api/http/upload.ts";
import { imageToSend } from "../../native/pick-image.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Avatar } from "../../ui/MenuButton.tsx";
import { showToast } from "../../ui/toast.ts";
import { profileCopy as copy } from "./copy.ts";

const ImageChooser = lazyNamed(() => import("../../ui/ImageChooser.tsx"), "ImageChooser");

/** Twice what the service keeps of a profile image, so that its crop loses nothing, px. */
const LONGEST_SIDE = 1024;

/** Who it is, with the photo. One that could not be sent is said in a toast, and everything else goes on. */
export function ProfileHead() {
  const user = useUser();
  const [choosing, setChoosing] = useState(false);
  const image = useProfileImage().data;
  const photo = useImage(image?.id ?? null).data;
  const key = keys.profileImage(user.id);
  const say = (error: unknown) => showToast(sentence(error), "error");
  const upload = useMutation({
    mutationFn: async (file: File) =>
      uploadImage(await imageToSend(file, LONGEST_SIDE), { category: "CUSTOMER", userId: user.id }),
    onSuccess: (record) => {
      queryClient.setQueryData(key, record);
      showToast(copy.photoSaved);
    },
    onError: say,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteFile, { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(key, null);
      showToast(copy.photoRemoved);
    },
    onError: (error) => {
      say(error);
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <>
      <div className="ph">
        <Avatar name={user.name} photo={image ? photo : undefined} />
        <span className="grow">
          <b className="t3">{user.name ?? copy.noName}</b>
          <span className="sub ink2">
            {user.customer_type === "CORPORATE" ? copy.corporate : copy.personal}
          </span>
        </span>
        <span className="ph-actions">
          <Button
            kind="secondary"
            small
            aria-haspopup="dialog"
            busy={upload.isPending && copy.uploading}
            onClick={() => setChoosing(true)}
          >
            {image ? copy.changePhoto : copy.addPhoto}
          </Button>
          {image ? (
            <Button
              kind="danger-quiet"
              small
              busy={remove.isPending && copy.removePhoto}
              onClick={() => remove.mutate(image.id)}
            >
              {copy.removePhoto}
            </Button>
          ) : null}
        </span>
      </div>
      {choosing ? (
        <Suspense fallback={null}>
          <ImageChooser onPicked={upload.mutate} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

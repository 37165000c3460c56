import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { Suspense, useEffect, useRef, useState } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { deleteFile } from "../../api/http/endpoints/support.ts";
import { sentence } from "../../api/http/refusal.ts";
import { uploadImage } from "../../api/http/upload.ts";
import { imageToSend } from "../../native/pick-image.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { showToast } from "../../ui/toast.ts";
import { supportCopy as copy } from "./copy.ts";
import { MOST_PHOTOS } from "./draft.ts";
import { Photo } from "./Photo.tsx";

const ImageChooser = lazyNamed(() => import("../../ui/ImageChooser.tsx"), "ImageChooser");

/** More than this is not kept by the service, px. */
const LONGEST_SIDE = 2048;

/** Photos for a ticket. Each is uploaded as soon as it is chosen; one that fails says why, and the rest goes on. */
export function PhotoField({
  photos,
  onAdd,
  onRemove,
  onBusy,
}: {
  photos: readonly string[];
  onAdd: (fileId: string) => void;
  onRemove: (fileId: string) => void;
  /** While something is being uploaded. */
  onBusy: (busy: boolean) => void;
}) {
  const userId = useUser().id;
  const [choosing, setChoosing] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function upload(file: File): Promise<void> {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setShare(0);
    onBusy(true);
    try {
      const image = await imageToSend(file, LONGEST_SIDE);
      const of = { category: "TICKET", userId } as const;
      onAdd((await uploadImage(image, of, { onProgress: setShare, signal })).id);
    } catch (error) {
      if (!signal.aborted) showToast(sentence(error), "error");
    } finally {
      setShare(null);
      onBusy(false);
    }
  }

  return (
    <fieldset className="f">
      <legend className="label">{copy.photos}</legend>
      <ul className="photo-row">
        {photos.map((id, nth) => (
          <li key={id}>
            <Photo fileId={id} name={copy.photo(nth + 1)} />
            <IconButton
              label={copy.removePhoto(nth + 1)}
              className="photo-remove"
              onClick={() => {
                onRemove(id);
                // What is left behind costs nobody anything.
                void call(deleteFile, { params: { id } }).catch(() => undefined);
              }}
            >
              <X size={18} weight="bold" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {share !== null ? (
        <div className="upload">
          <progress aria-label={copy.uploading} max={1} value={share} />
          <Button kind="quiet" small onClick={() => stop.current?.abort()}>
            {copy.stopUpload}
          </Button>
        </div>
      ) : photos.length < MOST_PHOTOS ? (
        <Button
          kind="secondary"
          small
          icon={<Plus size={20} weight="bold" aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {copy.addPhoto}
        </Button>
      ) : null}
      <p className="help">{copy.photosHelp(MOST_PHOTOS)}</p>
      {choosing ? (
        <Suspense fallback={null}>
          <ImageChooser onPicked={(file) => void upload(file)} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </fieldset>
  );
}

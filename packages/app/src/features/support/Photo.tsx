import { ArrowClockwise } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { Suspense, useState } from "react";
import { useImage } from "../../api/queries/images.ts";
import { BlobImage } from "../../ui/BlobImage.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { supportCopy as copy } from "./copy.ts";

const Dialog = lazyNamed(() => import("../../ui/Dialog.tsx"), "Dialog");

/** A photo of a ticket, small; a press shows it large. */
export function Photo({ fileId, name }: { fileId: string; name: string }) {
  const { data, isError, refetch } = useImage(fileId);
  const [large, setLarge] = useState(false);
  if (isError)
    return (
      <button
        type="button"
        className="photo"
        aria-label={copy.photoFailed}
        onClick={() => void refetch()}
      >
        <ArrowClockwise size={24} aria-hidden="true" />
      </button>
    );
  return (
    <>
      <button
        type="button"
        className="photo"
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setLarge(true)}
      >
        {data ? <BlobImage image={data} alt="" /> : <i className="sk" />}
      </button>
      {large && data ? (
        <Suspense fallback={null}>
          <Dialog title={name} onClose={() => setLarge(false)}>
            <BlobImage className="photo-large" image={data} alt={name} />
          </Dialog>
        </Suspense>
      ) : null}
    </>
  );
}

import { useEffect, useRef } from "react";

/** An image that is in hand as bytes; its address is given back when it is shown no more. */
export function BlobImage({
  image,
  alt,
  className,
}: {
  image: Blob;
  alt: string;
  className?: string;
}) {
  const drawn = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(image);
    if (drawn.current) drawn.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [image]);
  return <img ref={drawn} alt={alt} className={className} />;
}

/** The kilometre stone of the brand. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 40 44" fill="none" aria-hidden="true">
    <path d="M4 17.5A16 16 0 0 1 36 17.5V40a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z" fill="var(--vm-ink)" />
    <path d="M4 16.6A16 16 0 0 1 36 16.6Z" fill="var(--vm-marigold)" />
    <path d="M10 21.4h6.3L20 30.2l3.7-8.8H30L22.3 38h-4.6Z" fill="var(--vm-on-ink)" />
  </svg>
);

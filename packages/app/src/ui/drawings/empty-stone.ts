/** The empty state: a dashed stone with a heart, or with a letter on it. */
export const emptyStone = (letter?: string) =>
  `<svg width="150" height="120" viewBox="0 0 150 120" fill="none" aria-hidden="true"><path d="M10 106H140" stroke="var(--vm-line-strong)" stroke-width="2"/><path d="M24 114h16M60 114h30M110 114h14" stroke="var(--vm-line-strong)" stroke-width="2" opacity=".6"/><path d="M45 106V48A30 30 0 0 1 105 48V106Z" stroke="var(--vm-line-strong)" stroke-width="2.4" stroke-dasharray="6 5" fill="var(--vm-well)"/><path d="M45 50H105" stroke="var(--vm-line-strong)" stroke-width="2" stroke-dasharray="6 5"/>${
    letter === undefined
      ? '<path d="M75 94C57 82.5 54 74 55 68.5a10.5 10.5 0 0 1 19.5-3.5l.5 1 .5-1A10.5 10.5 0 0 1 95 68.5C96 74 93 82.5 75 94Z" fill="var(--vm-ink)"/>'
      : `<text x="75" y="91" text-anchor="middle" font-family="Anek Latin Variable, system-ui, sans-serif" font-size="36" font-weight="700" fill="var(--vm-ink)">${letter}</text>`
  }</svg>`;

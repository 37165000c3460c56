// Small illustrations. Own drawings; colours come from the tokens.
export const stoneScene = (
  w = 390,
  h = 300,
) => `<svg width="${w}" height="${h}" viewBox="0 0 390 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><rect width="390" height="300" fill="var(--vm-map-land)"/>
<path d="M0 150C40 128 78 112 120 118c26 4 44 18 72 20 34 2 62-26 98-28 40-2 70 16 100 24v70H0Z" fill="var(--vm-map-park)"/>
<path d="M0 172c34-10 72-14 110-8 40 6 70 18 112 16 44-2 92-24 168-18v60H0Z" fill="var(--vm-map-park-2)"/>
<path d="M0 196c60-8 130-6 200-4s130-6 190-10v118H0Z" fill="var(--vm-map-block)"/>
<path d="M150 192h12L262 300H-30Z" fill="var(--scene-road)"/><path d="M155 192h2l.6 8h-3.4ZM154.6 207h3.4l1.2 14h-6.2ZM152.2 231h7.6l2 22h-12ZM148.4 266h14.2l3.4 34h-21Z" fill="var(--vm-marigold)"/>
<path d="M224 284h146l8 16H216Z" fill="var(--vm-map-park-2)"/>
<path d="M251 154A57 57 0 0 1 365 154V292H251Z" fill="#BFC6BE"/><path d="M251 150A57 57 0 0 1 365 150V154H251Z" fill="#D99500"/><path d="M240 154A57 57 0 0 1 354 154V292H240Z" fill="#FDFDFB"/><path d="M240 150A57 57 0 0 1 354 150Z" fill="var(--vm-marigold)"/>
<path d="M240 150H354V154H240Z" fill="#0B1513"/>
<g text-anchor="middle" fill="#0B1513"><text x="297" y="138" class="dv" font-family="Anek Devanagari Variable" font-size="19" font-weight="600">वोल्टमार्ग</text><text x="297" y="190" font-family="Anek Devanagari Variable" font-size="27" font-weight="600">पुणे</text><text x="297" y="258" font-family="Anek Latin Variable" font-size="66" font-weight="700">12</text><text x="297" y="282" font-family="Anek Devanagari Variable" font-size="16" font-weight="500">कि.मी.</text></g></svg>`;
export const suv = (w = 120) =>
  `<svg width="${w}" height="${w * 0.41}" viewBox="0 0 160 65" fill="none" aria-hidden="true"><path d="M7 46V34.500c0-3 .8-5.200 2.800-7.600L20 14.500C22.300 11.600 25 10.400 29 10.400h63c5 0 8.400 1 12 3.800L121.500 28l21.500 4c6.500 1.200 9.500 4.600 9.500 10v4.500c0 2-1 3-3 3h-11.200a14.500 14.500 0 0 0-28.600 0H52.300a14.500 14.500 0 0 0-28.600 0H10c-2 0-3-1-3-3.500Z" fill="currentColor"/><path d="M31.500 17H48v11H19.500l7-9.200c1-1.300 2.700-1.800 5-1.800ZM53 17h22v11H53ZM80 17h12c2.600 0 4.600.6 6.600 2.200L109.500 28H80Z" fill="var(--veh-glass,var(--vm-surface))"/><path d="M61 34h9M91 34h9" stroke="var(--veh-glass,var(--vm-surface))" stroke-width="2.200" stroke-linecap="round"/><path d="M140 36.500l9 2v3.500h-6z" fill="var(--veh-glass,var(--vm-surface))"/><circle cx="38" cy="51" r="11" fill="currentColor"/><circle cx="38" cy="51" r="4.800" fill="var(--veh-glass,var(--vm-surface))"/><circle cx="124" cy="51" r="11" fill="currentColor"/><circle cx="124" cy="51" r="4.800" fill="var(--veh-glass,var(--vm-surface))"/></svg>`;
export const scooter = (w = 84) =>
  `<svg width="${w}" height="${w * 0.62}" viewBox="0 0 124 77" fill="none" aria-hidden="true"><circle cx="24" cy="61" r="12" fill="currentColor"/><circle cx="24" cy="61" r="4.600" fill="var(--veh-glass,var(--vm-surface))"/><circle cx="101" cy="61" r="12" fill="currentColor"/><circle cx="101" cy="61" r="4.600" fill="var(--veh-glass,var(--vm-surface))"/><path d="M74 9h13l13 51" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M86 21c5 0 8 3 9 7l3 14c-5 2-9 8-10 14H44c-1-8-8-14.500-18-14.500-6 0-10 1.500-14 4.500 0-9 6-15 16-15h36c3 0 5 2 4.500 5L67 44h13c4 0 6-2 5.500-6Z" fill="currentColor"/><path d="M23 25.500c12-3.500 28-3.500 42-1" stroke="currentColor" stroke-width="6.500" stroke-linecap="round"/></svg>`;
export const rickshaw = (w = 84) =>
  `<svg width="${w}" height="${w * 0.72}" viewBox="0 0 116 84" fill="none" aria-hidden="true"><path d="M12 66V22c0-8 4-12 12-12h44c8 0 13 3 16 10l9 22c9 2 14 8 14 17v7H94a12 12 0 0 0-23 0H44a12 12 0 0 0-23 0Z" fill="currentColor"/><path d="M22 36V24c0-3 2-5 5-5h17v17ZM51 19h16c5 0 8 2 9.500 6L81 38v14H51Z" fill="var(--veh-glass,var(--vm-surface))"/><circle cx="32.500" cy="69" r="10" fill="currentColor"/><circle cx="32.500" cy="69" r="4" fill="var(--veh-glass,var(--vm-surface))"/><circle cx="82.500" cy="69" r="10" fill="currentColor"/><circle cx="82.500" cy="69" r="4" fill="var(--veh-glass,var(--vm-surface))"/></svg>`;
/** The empty state: a dashed stone with a heart, or with a letter on it. */
export const emptyStone = (letter?: string) =>
  `<svg width="150" height="120" viewBox="0 0 150 120" fill="none" aria-hidden="true"><path d="M10 106H140" stroke="var(--vm-line-strong)" stroke-width="2"/><path d="M24 114h16M60 114h30M110 114h14" stroke="var(--vm-line-strong)" stroke-width="2" opacity=".6"/><path d="M45 106V48A30 30 0 0 1 105 48V106Z" stroke="var(--vm-line-strong)" stroke-width="2.4" stroke-dasharray="6 5" fill="var(--vm-well)"/><path d="M45 50H105" stroke="var(--vm-line-strong)" stroke-width="2" stroke-dasharray="6 5"/>${
    letter === undefined
      ? '<path d="M75 94C57 82.5 54 74 55 68.5a10.5 10.5 0 0 1 19.5-3.5l.5 1 .5-1A10.5 10.5 0 0 1 95 68.5C96 74 93 82.5 75 94Z" fill="var(--vm-ink)"/>'
      : `<text x="75" y="91" text-anchor="middle" font-family="Anek Latin Variable, system-ui, sans-serif" font-size="36" font-weight="700" fill="var(--vm-ink)">${letter}</text>`
  }</svg>`;

export type CityPlace = { key: string; place: Place & { name: string } };
export type Place = { latitude: number; longitude: number; name?: string };

/** `18.52,73.85` of a link; null: it is none. */
export function placeIn(text: string | null, name: string | null): Place | null {
  const [latitude, longitude] = (text ?? "").split(",").map(Number);
  const isPlace = Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180;
  return isPlace
    ? { latitude: latitude!, longitude: longitude!, ...(name && { name: name.slice(0, 120) }) }
    : null;
}

/** A whole number within bounds; null: it is none. */
export function whole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

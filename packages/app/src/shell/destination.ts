/** Where somebody was going when the guard asked them to sign in first. Survives a reload of the code screen. */
const key = "vm.destination";

export function keepDestination(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Then they land on the map.
  }
}

export function readDestination(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    // Only our own addresses, never another origin's.
    return address?.startsWith("/") && !address.startsWith("//") ? address : null;
  } catch {
    return null;
  }
}

export function clearDestination(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

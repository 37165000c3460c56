/** The screen that sent the driver to add money; kept over the payment page, which is another document. */
const key = "vm.return-to";

export function keepReturnTo(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {
    // Then the wallet is where they end.
  }
}

export function readReturnTo(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    return address?.startsWith("/") && !address.startsWith("//") ? address : null;
  } catch {
    return null;
  }
}

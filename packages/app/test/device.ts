/** From here on the device is one of this region. */
export const deviceOf = (language: string): void =>
  void Object.defineProperty(navigator, "language", { value: language, configurable: true });

// Tests read times as they are written in the code: with 24 hours.
deviceOf("en-GB");

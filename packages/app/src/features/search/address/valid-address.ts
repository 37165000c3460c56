/** Valid without a required validator, and with one when something is in it. */
export const isValidAddress = (value: string, required: boolean): boolean =>
  !required || value.trim() !== "";

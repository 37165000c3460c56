/** ISO 4217: the currency of prices, wallets and bills. */
export const PROVIDER_CURRENCY = "INR";

/** Whether an amount of this currency can be sold and billed here. Operators write codes in either case. */
export const isProviderCurrency = (currency: string): boolean =>
  currency.trim().toUpperCase() === PROVIDER_CURRENCY;

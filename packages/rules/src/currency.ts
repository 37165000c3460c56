/** ISO 4217: what prices are sold, wallets kept and bills made in. */
export const PROVIDER_CURRENCY = "INR";

/** Whether an amount of this currency can be sold and billed here. Operators write codes in either case. */
export const isProviderCurrency = (currency: string): boolean =>
  currency.trim().toUpperCase() === PROVIDER_CURRENCY;

export {
  getTariff,
  onTariffListComplete,
  onTariffRemoved,
  onTariffs,
  tariffKey,
  tariffsByKey,
  whyUnpriced,
} from "./tariffs.ts";
export { readOcpiTariff } from "./read-ocpi-tariff.ts";
export { createRetail, type Retail, type Seller, type TriedRule } from "./retail.ts";
export { createTariffs } from "./create-tariffs.ts";
export { areTaxesConfirmed, taxesAt } from "./tax-rates.ts";

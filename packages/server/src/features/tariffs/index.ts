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
export { createRetail, type NewRule, type Retail, type Seller } from "./retail.ts";
export { createTariffs } from "./create-tariffs.ts";

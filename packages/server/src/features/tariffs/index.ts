export {
  getTariff,
  onTariffListComplete,
  onTariffRemoved,
  onTariffs,
  tariffKey,
  tariffsByKey,
} from "./tariffs.ts";

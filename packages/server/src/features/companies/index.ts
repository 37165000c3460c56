export { createCompanies } from "./create-companies.ts";
export { companyOfNumber } from "./companies.store.ts";
export {
  admitCompanyCharge,
  billCompanyCharge,
  companyAllowance,
  creditCompanyCharge,
  dropCompanyCharge,
  readmitCompanyCharge,
} from "./company-allowance.ts";
export { findVehicle as getCompanyVehicle } from "./company-vehicles.store.ts";
export { addToWhitelist, readWhitelist, removeFromWhitelist } from "./manage-whitelist.ts";

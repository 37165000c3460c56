/** The chapters of the API in the order in which they are read, and what each is about. */
export const tags = {
  "Sign-in": "One-time codes, social sign-in, passkeys, and the tokens they are traded for.",
  Account: "The driver's own account.",
  Devices: "The devices a driver is signed in on, and passkeys.",
  Vehicles: "The driver's vehicles, and the catalogue they are chosen from.",
  Locations: "Search, map, details and tariffs of locations; favourites and watched connectors.",
  Trips: "Trips with charging stops.",
  Operators: "The companies that run the chargers.",
  Charging: "Start, follow and stop a charging session.",
  Bills: "Charge detail records (CDRs) and their invoices.",
  Ratings: "What drivers say of a charging session and of a location.",
  Wallet: "Balance, top-ups, withdrawals and movements. Amounts are integer paise.",
  Notifications: "The driver's notifications, which of them are wanted, and push tokens.",
  Files: "Images of the driver's: profile pictures and photos for tickets.",
  Support: "Contact details and tickets.",
  Content: "Texts of the provider's, app versions and the app's configuration.",
  Company: "What a driver sees of the company that pays.",
  Development: "Helps for development. Absent in production.",
  "Back office: drivers": "Look up drivers, change their flags, sign them out, give goodwill.",
  "Back office: companies": "Companies, their numbers, limits, payments and statements.",
  "Back office: operators": "Register operators over OCPI, keep them in step, see what they send.",
  "Back office: money":
    "Disputes, quarantined CDRs, corrections, settlements, retail prices, the ledger.",
  "Back office: console": "What the console shows of all drivers, and what is done to charges.",
  "Back office: staff": "Members of the staff, their invitations, passkeys and sessions.",
  "Back office: access": "Credentials, whitelists, and the record of every call.",
  "Back office: support": "Tickets, answer templates, station reports and contact details.",
  "Back office: content": "Texts, app versions, the vehicle catalogue, counts of messages.",
  "Back office: personal data": "Export and erasure of what is kept of a driver.",
} as const;

export type Tag = keyof typeof tags;

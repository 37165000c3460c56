import type { LEGAL_PAGE } from "@voltmarg/contract/app-pages";

/** Every address of the app. Addresses are the specification's; builders fill in what they carry. */
export const paths = {
  root: "/",
  tabs: "/tabs",
  map: "/tabs/tab1",
  scan: "/tabs/tab2",
  /** Scanning at a station that is open already: a charger of another one is pointed out. */
  scanAt: (locationId: string) => `/tabs/tab2?station=${encodeURIComponent(locationId)}`,
  favourites: "/tabs/tab3",
  login: "/login",
  otp: "/otp",
  signup: "/signup",
  phoneNumberEnter: "/phone-number-enter",
  /** The privacy notice, before there is an account. */
  consent: "/privacy-consent",
  wallet: "/wallet",
  /** The wallet's own screen for money that goes back. */
  sendBack: "/wallet?view=send-back",
  addMoney: "/add-money",
  /** What became of a payment. */
  topUp: (id: string) => `/add-money?topup=${encodeURIComponent(id)}`,
  profile: "/profile",
  devices: "/profile?view=devices",
  passkeys: "/profile?view=passkeys",
  /** What is known of the driver, and their rights. */
  yourData: "/your-data",
  /** The notice that holds now, to agree to. */
  newNotice: "/your-data?view=notice",
  /** What becomes of the money, told to somebody who is signed out by then. */
  accountClosed: "/account-closed",
  support: "/support",
  /** A ticket with what was said in it. */
  ticket: (id: string) => `/support?ticket=${encodeURIComponent(id)}`,
  station: (locationId: string) => `/charging-details/${encodeURIComponent(locationId)}`,
  /** A station with the one charger somebody stands at. */
  charger: (locationId: string, evseUid: string) =>
    `/charging-details/${encodeURIComponent(locationId)}?evse=${encodeURIComponent(evseUid)}`,
  initiateCharging: "/initiate-charging",
  estimateAmountScreen: "/estimate-amount",
  estimateMoney: (choice: PlugChoice) => `/estimate-money${plugQuery(choice)}`,
  estimateAmount: (choice: PlugChoice) => `/estimate-amount${plugQuery(choice)}`,
  history: "/history",
  bill: (cdrId: string) => `/billsummary/${encodeURIComponent(cdrId)}`,
  /** The bill of a session whose charge record may not be there yet; it moves to the bill when it comes. */
  billOfSession: (sessionId: string) =>
    `/billsummary/waiting?session=${encodeURIComponent(sessionId)}`,
  faq: "/faq",
  /** A station with the question how it went. */
  checkIn: (id: string) => `${paths.station(id)}?went`,
  /** `stars`: chosen on the way there. */
  rating: (sessionId: string, stars?: number) =>
    `/rating?session=${encodeURIComponent(sessionId)}${stars ? `&stars=${stars}` : ""}`,
  cpoFilter: "/cpo-filter",
  live: (sessionId: string) => `/charging-started?session=${encodeURIComponent(sessionId)}`,
  starting: (sessionId: string) => `/charging-proceed?session=${encodeURIComponent(sessionId)}`,
  ongoing: "/charging-ongoing-list",
  myVehicle: "/my-vehicle",
  addVehicle: "/add-vehicle",
  editVehicle: (vehicleId: string) => `/add-vehicle/${encodeURIComponent(vehicleId)}`,
  myUsage: "/my-usage",
  trip: "/trip",
  /** A trip that was planned. */
  onMyWay: "/on-my-way",
  withinReach: "/on-my-way/reach",
  tripOf: (id: string) => `/trip?id=${encodeURIComponent(id)}`,
  createTicket: "/create-ticket",
  /** A ticket about a charge. */
  ticketAbout: (sessionId: string | null, category: "BILL" | "CHARGING") =>
    sessionId === null
      ? `/create-ticket?category=${category}`
      : `/create-ticket?category=${category}&session=${encodeURIComponent(sessionId)}`,
  notifications: "/notifications",
  notificationPreferences: "/notifications?view=preferences",
  shownMessages: "/notifications?view=messages",
  terms: "/tou",
  privacy: "/privacy",
  /** Who sells and who answers for complaints. */
  legal: "/legal" satisfies typeof LEGAL_PAGE,
  urlConfig: "/url-config",
  /** The parts of the interface in all their states; not in PROD. */
  gallery: "/gallery",
} as const;

export type PlugChoice = { location: string; evse: string; connector: string };

const plugQuery = (choice: PlugChoice) => `?${new URLSearchParams(choice)}`;

/** `amount` in whole rupees; `info` shows the wallet explanation first. */
export const addMoneyPath = (amount: number, info = false) =>
  `${paths.addMoney}?amount=${amount}${info ? "&info=1" : ""}`;

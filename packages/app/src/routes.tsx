import { type ComponentType, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { useAccount } from "./api/account/account.ts";
import { readTokens } from "./native/storage.ts";
import { paths } from "./paths.ts";
import { CrashGuard } from "./shell/CrashGuard.tsx";
import { PlugChosen, SignedInOnly, SignedOutOnly } from "./shell/Guards.tsx";
import { isForStrangersToo, isSignedOutOnly } from "./shell/guards.ts";
import { PageSkeleton } from "./shell/PageSkeleton.tsx";
import { Waiting } from "./shell/Waiting.tsx";
import { lazyDefault, lazyNamed } from "./ui/lazy-component.ts";
import { useRoomForTwo } from "./ui/use-media.ts";

const opened = location.pathname;
const signedIn = readTokens() !== null;
const openTo = { drivers: signedIn, strangers: !signedIn, all: true };
const isForAll = [
  paths.terms,
  paths.accountClosed,
  paths.privacy,
  paths.urlConfig,
  paths.gallery,
  "/trips/shared/",
].some((path) => opened.startsWith(path));

/** A screen's code, loaded at its first visit; that of the screen the page was opened at comes with the page. */
const screen = (
  at: string,
  load: () => Promise<{ default: ComponentType }>,
  who: keyof typeof openTo = "drivers",
) => lazyDefault(load, openTo[who] && opened.startsWith(at));

const SignedInShell = lazyNamed(
  () => import("./shell/SignedInShell.tsx"),
  "SignedInShell",
  signedIn && !isForAll,
);
const LoginPage = lazyDefault(
  () => import("./features/sign-in/LoginPage.tsx"),
  !signedIn && !isForAll,
);
const NumberPage = screen(
  paths.phoneNumberEnter,
  () => import("./features/sign-in/NumberPage.tsx"),
  "strangers",
);
const SignUpPage = screen(
  paths.signup,
  () => import("./features/sign-in/SignUpPage.tsx"),
  "strangers",
);
const OtpPage = screen(paths.otp, () => import("./features/sign-in/OtpPage.tsx"), "strangers");
const StationPage = screen(
  "/charging-details/",
  () => import("./features/station/StationPage.tsx"),
);
const FilterPage = screen(paths.cpoFilter, () => import("./features/search/FilterPage.tsx"));
const EstimatePage = screen("/estimate-", () => import("./features/charging/EstimatePage.tsx"));
const StartingPage = screen(
  "/charging-proceed",
  () => import("./features/charging/StartingPage.tsx"),
);
const LivePage = screen("/charging-started", () => import("./features/charging/LivePage.tsx"));
const OngoingListPage = screen(
  paths.ongoing,
  () => import("./features/charging/OngoingListPage.tsx"),
);
const WalletPage = screen(paths.wallet, () => import("./features/wallet/WalletPage.tsx"));
const AddMoneyPage = screen(paths.addMoney, () => import("./features/wallet/AddMoneyPage.tsx"));
const HistoryPage = screen(paths.history, () => import("./features/bills/HistoryPage.tsx"));
const BillPage = lazyNamed(
  () => import("./shell/BillPage.tsx"),
  "BillPage",
  signedIn && opened.startsWith("/billsummary/"),
);
const UsagePage = screen(paths.myUsage, () => import("./features/usage/UsagePage.tsx"));
const TripPage = screen(paths.trip, () => import("./features/trip/TripPage.tsx"));
const SharedTripPage = screen(
  "/trips/shared/",
  () => import("./features/trip/SharedTripPage.tsx"),
  "all",
);
const OnMyWayPage = screen(paths.onMyWay, () => import("./features/on-my-way/OnMyWayPage.tsx"));
const MyVehiclePage = screen(
  paths.myVehicle,
  () => import("./features/vehicles/MyVehiclePage.tsx"),
);
const VehicleFormPage = screen(
  paths.addVehicle,
  () => import("./features/vehicles/VehicleFormPage.tsx"),
);
const ProfilePage = screen(paths.profile, () => import("./features/account/ProfilePage.tsx"));
const AccountClosedPage = screen(
  paths.accountClosed,
  () => import("./features/account/AccountClosedPage.tsx"),
  "all",
);
const TermsPage = screen(paths.terms, () => import("./features/info/TermsPage.tsx"), "all");
const PrivacyPage = screen(paths.privacy, () => import("./features/info/PrivacyPage.tsx"), "all");
const ConsentPage = lazyDefault(() => import("./features/sign-in/ConsentPage.tsx"));
const YourDataPage = lazyDefault(() => import("./features/account/YourDataPage.tsx"));
const LegalPage = lazyDefault(() => import("./features/info/LegalPage.tsx"));
const ChargingStepsPage = screen(
  paths.initiateCharging,
  () => import("./features/info/ChargingStepsPage.tsx"),
);
const SupportPage = screen(paths.support, () => import("./features/support/SupportPage.tsx"));
const CreateTicketPage = screen(
  paths.createTicket,
  () => import("./features/support/CreateTicketPage.tsx"),
);
const FaqPage = screen(paths.faq, () => import("./features/support/FaqPage.tsx"));
const RatingPage = screen("/rat", () => import("./features/rating/RatingPage.tsx"));
const NotificationsPage = screen(
  paths.notifications,
  () => import("./features/notifications/NotificationsPage.tsx"),
);
const ServerPage = screen(paths.urlConfig, () => import("./features/info/ServerPage.tsx"), "all");
const GalleryPage = screen(
  paths.gallery,
  () => import("./features/gallery/GalleryPage.tsx"),
  "all",
);
const ListAndDetail = lazyNamed(() => import("./shell/ListAndDetail.tsx"), "ListAndDetail");
const NotFoundPage = lazyDefault(() => import("./features/info/NotFoundPage.tsx"));

/** One page in a narrow column, without tabs or menu. */
function Plain() {
  const { pathname } = useLocation();
  return (
    <div className="app is-narrow">
      <div className="page">
        <CrashGuard at={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </CrashGuard>
      </div>
    </div>
  );
}

const lists = {
  [paths.history]: <HistoryPage />,
  [paths.wallet]: <WalletPage />,
  [paths.support]: <SupportPage />,
  [paths.notifications]: <NotificationsPage />,
  [paths.myVehicle]: <MyVehiclePage />,
};

/** Screens of a list and of what is chosen of it: beside each other where there is room. */
const OneOrTwo = () => (useRoomForTwo() ? <ListAndDetail lists={lists} /> : <Outlet />);

/** Any address that starts with otp is the code screen; what else is unknown stays behind the guard. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  const { state } = useAccount();
  if (state === "signed-out" && isForStrangersToo(pathname + search)) return <Plain />;
  return isSignedOutOnly(pathname) ? (
    <Navigate to={paths.otp} replace />
  ) : (
    <SignedInOnly>
      <CrashGuard at={paths.root}>
        <Suspense fallback={<Waiting />}>
          <SignedInShell />
        </Suspense>
      </CrashGuard>
    </SignedInOnly>
  );
}

export const AppRoutes = () => (
  <Routes>
    <Route index element={<Navigate to={paths.tabs} replace />} />

    <Route element={<SignedOutOnly />}>
      <Route element={<Plain />}>
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.phoneNumberEnter} element={<NumberPage />} />
        <Route path={paths.signup} element={<SignUpPage />} />
        <Route path={`${paths.otp}/*`} element={<OtpPage />} />
        <Route path={paths.consent} element={<ConsentPage />} />
      </Route>
    </Route>

    <Route element={<Plain />}>
      <Route path={paths.terms} element={<TermsPage />} />
      <Route path={paths.accountClosed} element={<AccountClosedPage />} />
      <Route path={paths.privacy} element={<PrivacyPage />} />
      <Route path={paths.legal} element={<LegalPage />} />
      <Route path={paths.urlConfig} element={<ServerPage />} />
      <Route path={paths.gallery} element={<GalleryPage />} />
      <Route path="/trips/shared/:key" element={<SharedTripPage />} />
    </Route>

    <Route element={<Elsewhere />}>
      <Route path={`${paths.tabs}/*`} element={null} />
      <Route path="/charging-details/:locationId" element={<StationPage />} />
      {["/estimate-money", "/estimate-amount"].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <PlugChosen>
              <EstimatePage />
            </PlugChosen>
          }
        />
      ))}
      <Route path="/charging-proceed" element={<StartingPage />} />
      <Route path={paths.ongoing} element={<OngoingListPage />} />
      <Route path={paths.profile} element={<ProfilePage />} />
      <Route path={paths.yourData} element={<YourDataPage />} />
      <Route path={paths.initiateCharging} element={<ChargingStepsPage />} />
      <Route path="/rating" element={<RatingPage />} />
      <Route path="/rate-us" element={<RatingPage />} />
      <Route path={paths.cpoFilter} element={<FilterPage />} />
      <Route path={paths.myUsage} element={<UsagePage />} />
      <Route path={paths.trip} element={<TripPage />} />
      <Route path={`${paths.onMyWay}/*`} element={<OnMyWayPage />} />
      <Route element={<OneOrTwo />}>
        {Object.entries(lists).map(([path, list]) => (
          <Route key={path} path={path} element={list} />
        ))}
        <Route path="/charging-started" element={<LivePage />} />
        <Route path={paths.addMoney} element={<AddMoneyPage />} />
        <Route path="/billsummary/:id" element={<BillPage />} />
        <Route path={paths.addVehicle} element={<VehicleFormPage />} />
        <Route path={`${paths.addVehicle}/:id`} element={<VehicleFormPage />} />
        <Route path={paths.faq} element={<FaqPage />} />
        <Route path={paths.createTicket} element={<CreateTicketPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);

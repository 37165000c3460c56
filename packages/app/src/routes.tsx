import { lazy, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { paths } from "./paths.ts";
import { CrashGuard } from "./shell/CrashGuard.tsx";
import { PlugChosen, SignedInOnly, SignedOutOnly } from "./shell/Guards.tsx";
import { isSignedOutOnly } from "./shell/guards.ts";
import { PageSkeleton } from "./shell/PageSkeleton.tsx";
import { SignedInShell } from "./shell/SignedInShell.tsx";

const LoginPage = lazy(() => import("./features/sign-in/LoginPage.tsx"));
const NumberPage = lazy(() => import("./features/sign-in/NumberPage.tsx"));
const SignUpPage = lazy(() => import("./features/sign-in/SignUpPage.tsx"));
const OtpPage = lazy(() => import("./features/sign-in/OtpPage.tsx"));
const StationPage = lazy(() => import("./features/stations/StationPage.tsx"));
const FilterPage = lazy(() => import("./features/stations/filter/FilterPage.tsx"));
const EstimatePage = lazy(() => import("./features/charging/EstimatePage.tsx"));
const StartingPage = lazy(() => import("./features/charging/StartingPage.tsx"));
const LivePage = lazy(() => import("./features/charging/LivePage.tsx"));
const OngoingListPage = lazy(() => import("./features/charging/OngoingListPage.tsx"));
const WalletPage = lazy(() => import("./features/wallet/WalletPage.tsx"));
const AddMoneyPage = lazy(() => import("./features/wallet/AddMoneyPage.tsx"));
const HistoryPage = lazy(() => import("./features/bills/HistoryPage.tsx"));
const BillPage = lazy(() => import("./features/bills/BillPage.tsx"));
const UsagePage = lazy(() => import("./features/usage/UsagePage.tsx"));
const MyVehiclePage = lazy(() => import("./features/vehicles/MyVehiclePage.tsx"));
const VehicleFormPage = lazy(() => import("./features/vehicles/VehicleFormPage.tsx"));
const ProfilePage = lazy(() => import("./features/account/ProfilePage.tsx"));
const AccountClosedPage = lazy(() => import("./features/account/AccountClosedPage.tsx"));
const TermsPage = lazy(() => import("./features/info/TermsPage.tsx"));
const PrivacyPage = lazy(() => import("./features/info/PrivacyPage.tsx"));
const ChargingStepsPage = lazy(() => import("./features/info/ChargingStepsPage.tsx"));
const SupportPage = lazy(() => import("./features/support/SupportPage.tsx"));
const CreateTicketPage = lazy(() => import("./features/support/CreateTicketPage.tsx"));
const FaqPage = lazy(() => import("./features/support/FaqPage.tsx"));
const RatingPage = lazy(() => import("./features/rating/RatingPage.tsx"));
const NotificationsPage = lazy(() => import("./features/notifications/NotificationsPage.tsx"));
const ServerPage = lazy(() => import("./features/info/ServerPage.tsx"));
const NotFoundPage = lazy(() => import("./features/info/NotFoundPage.tsx"));

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

/** Any address that starts with otp is the code screen; what else is unknown stays behind the guard. */
function Elsewhere() {
  return isSignedOutOnly(useLocation().pathname) ? (
    <Navigate to={paths.otp} replace />
  ) : (
    <SignedInOnly>
      <SignedInShell />
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
      </Route>
    </Route>

    <Route element={<Plain />}>
      <Route path={paths.terms} element={<TermsPage />} />
      <Route path={paths.accountClosed} element={<AccountClosedPage />} />
      <Route path={paths.privacy} element={<PrivacyPage />} />
      <Route path={paths.urlConfig} element={<ServerPage />} />
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
      <Route path="/charging-started" element={<LivePage />} />
      <Route path={paths.ongoing} element={<OngoingListPage />} />
      <Route path={paths.wallet} element={<WalletPage />} />
      <Route path={paths.addMoney} element={<AddMoneyPage />} />
      <Route path={paths.history} element={<HistoryPage />} />
      <Route path="/billsummary/:id" element={<BillPage />} />
      <Route path={paths.myVehicle} element={<MyVehiclePage />} />
      <Route path={paths.addVehicle} element={<VehicleFormPage />} />
      <Route path={`${paths.addVehicle}/:id`} element={<VehicleFormPage />} />
      <Route path={paths.profile} element={<ProfilePage />} />
      <Route path={paths.support} element={<SupportPage />} />
      <Route path={paths.faq} element={<FaqPage />} />
      <Route path={paths.initiateCharging} element={<ChargingStepsPage />} />
      <Route path="/rating" element={<RatingPage />} />
      <Route path="/rate-us" element={<RatingPage />} />
      <Route path={paths.cpoFilter} element={<FilterPage />} />
      <Route path={paths.myUsage} element={<UsagePage />} />
      <Route path={paths.createTicket} element={<CreateTicketPage />} />
      <Route path={paths.notifications} element={<NotificationsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);

import "./styles/index.css";
import "./native/trusted-types.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "./ui/router.tsx";
import { startAccount } from "./api/account/account.ts";
import { queryClient } from "./api/queries/query-client.ts";
import { LanguageBoundary } from "./language/LanguageBoundary.tsx";
import { LANGUAGES } from "@voltmarg/contract/languages";
import { pageLanguage, speak } from "./language/language.ts";
import { deviceType } from "./native/device.ts";
import { listenForPushTaps } from "./offline/deep-link.ts";
import { listenForInstall } from "./offline/install.ts";
import { AppRoutes } from "./routes.tsx";
import { BackOrder } from "./shell/BackButton.tsx";
import { OfflineBanner } from "./shell/OfflineBanner.tsx";
import { whenFirstScreenLoaded } from "./api/queries/first-screen.ts";
import { LazySection } from "./ui/LazySection.tsx";
import { firstScreenParts, lazyOptional } from "./ui/lazy-component.ts";
import { useToasts } from "./ui/toast.ts";

const Notices = lazyOptional(() => import("./shell/Notices.tsx"), "Notices");

/** Started after the first screen, which needs none of it. */
function Afterwards() {
  const toasts = useToasts((store) => store.toasts.length);
  useEffect(() => {
    void whenFirstScreenLoaded()
      .then(() => import("./offline/start.ts"))
      .then(({ startOfflineSupport }) => startOfflineSupport())
      .catch(() => undefined);
  }, []);
  return (
    <LazySection wanted={toasts > 0}>
      <Notices />
    </LazySection>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

if (deviceType() !== "web") {
  const { startNative } = await import("./offline/start-native.ts");
  await startNative().catch(() => undefined);
}
listenForInstall();
listenForPushTaps();
const app = (
  <LanguageBoundary>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <BackOrder />
        <OfflineBanner />
        <AppRoutes />
        <Afterwards />
      </BrowserRouter>
    </QueryClientProvider>
  </LanguageBoundary>
);
// The browser's first plural takes a slow phone 60 ms: it is made while the files of the first screen are on their way.
setTimeout(() => new Intl.PluralRules(LANGUAGES[pageLanguage()].tag).select(1));
// A task of its own, as on a slow phone all that is to start takes longer than a touch may wait.
const account = new Promise<void>((started) =>
  setTimeout(() => {
    startAccount();
    started();
  }),
);
// English is there at once; of the others the words come first.
// As a transition it is drawn in slices, so a slow phone answers a touch in between.
void Promise.all([speak(pageLanguage()), firstScreenParts(), account]).then(() =>
  startTransition(() => createRoot(root).render(app)),
);

import "./styles/index.css";
import "./native/trusted.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { startAccount } from "./api/account.ts";
import { queryClient } from "./api/query-client.ts";
import { InLanguage } from "./language/InLanguage.tsx";
import { pageLanguage, speak } from "./language/language.ts";
import { deviceType } from "./native/device.ts";
import { AppRoutes } from "./routes.tsx";
import { BackOrder } from "./shell/BackOrder.tsx";
import { OfflineBanner } from "./shell/OfflineBanner.tsx";
import { lazyPart } from "./ui/lazy-part.ts";

const Notices = lazyPart<"Notices", object>(
  // Without them the app works, and says less.
  () => import("./shell/Notices.tsx").catch(() => ({ Notices: () => null })),
  "Notices",
);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

if (deviceType() !== "web") {
  const { startPhone } = await import("./pocket/phone.ts");
  await startPhone().catch(() => undefined);
}
startAccount();
const app = (
  <InLanguage>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <BackOrder />
        <OfflineBanner />
        <AppRoutes />
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  </InLanguage>
);
// English is there at once; of the others the words come first.
void speak(pageLanguage()).then(() => createRoot(root).render(app));
// Nothing of it is needed to show the first screen; without it the app lacks what it brings.
import("./pocket/start.ts").then(({ startPocket }) => startPocket()).catch(() => undefined);

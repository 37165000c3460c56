import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { startAccount } from "./api/account.ts";
import { queryClient } from "./api/query-client.ts";
import { AppRoutes } from "./routes.tsx";
import { OfflineBanner } from "./shell/OfflineBanner.tsx";
import { Toasts } from "./shell/Toasts.tsx";
import "./styles/index.css";

const VersionGate = lazy(() =>
  import("./shell/VersionGate.tsx").then(
    (file) => ({ default: file.VersionGate }),
    // It may not stand in anybody's way.
    () => ({ default: () => null }),
  ),
);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

startAccount();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <OfflineBanner />
        <AppRoutes />
        <Toasts />
        <Suspense fallback={null}>
          <VersionGate />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);

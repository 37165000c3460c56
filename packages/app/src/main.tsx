import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { startAccount } from "./api/account.ts";
import { queryClient } from "./api/query-client.ts";
import { AppRoutes } from "./routes.tsx";
import { OfflineBanner } from "./shell/OfflineBanner.tsx";
import { Toasts } from "./shell/Toasts.tsx";
import { VersionGate } from "./shell/VersionGate.tsx";
import "./styles/index.css";

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
        <VersionGate />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);

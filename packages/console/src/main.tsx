import "@voltmarg/app/styles/tokens.css";
import "@voltmarg/app/styles/fonts.css";
import "./styles/console.css";
import "./styles/pieces.css";
import "./styles/phone.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { noteReturn } from "./api/company-account.ts";
import { noteUse } from "./api/last-use.ts";
import { queryClient } from "./api/query-client.ts";
import { Door } from "./shell/Door.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
noteUse();
noteReturn();
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <BrowserRouter basename="/console">
      <Door />
    </BrowserRouter>
  </QueryClientProvider>,
);

import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { deviceNow } from "../clock.ts";
import { IconButton } from "../ui/Button.tsx";
import { uiCopy } from "../ui/copy.ts";
import { readMessageStay, stayMs } from "../ui/message-stay.ts";
import { closeToast, leaveToasts, type Toast, useToasts } from "../ui/toast.ts";
import { shellCopy } from "./copy.ts";

const icons = { success: CheckCircle, error: WarningCircle, info: Info };

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, text } = toast;
  const ms = stayMs(toast.ms, readMessageStay());
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => closeToast(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);
  const Icon = icons[kind];
  return (
    <div className="toast" data-kind={kind} role={kind === "error" ? "alert" : "status"}>
      <Icon className={`toast-${kind}`} size={24} weight="fill" aria-hidden="true" />
      <span className="grow">{text}</span>
      <IconButton label={shellCopy.closeToast} onClick={() => closeToast(id)}>
        <X size={20} weight="bold" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

export function Toasts() {
  const toasts = useToasts((store) => store.toasts);
  const { pathname, search } = useLocation();
  const screen = pathname + search;
  useEffect(() => {
    if (screen) leaveToasts(deviceNow());
  }, [screen]);
  return (
    <section className="toasts" aria-label={uiCopy.messages} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

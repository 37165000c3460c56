import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { DownloadSimple } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { useMutation } from "@tanstack/react-query";
import type { Cdr } from "@voltmarg/contract";
import { Link } from "react-router";
import { sentence } from "../../api/refusal.ts";
import { request } from "../../api/request.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { inr, km, kw, kwh, minutes, when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { gstLines, priceLines, shareText } from "./bill-lines.ts";
import { billCopy as copy } from "./copy.ts";
import { Fact } from "./Fact.tsx";
import "./bills.css";

export function Bill({ cdr }: { cdr: Cdr }) {
  const start = when(cdr.start_date_time, cdr.time_zone);
  const end = when(cdr.end_date_time, cdr.time_zone);
  const invoice = useMutation({
    mutationFn: () => fetchInvoice(cdr.id),
    onSuccess: (file) =>
      file ? save(file, copy.invoiceFile(cdr.id)) : showToast(copy.invoiceNotYet, "info", 5000),
    onError: (error) => showToast(sentence(error), "error"),
  });
  return (
    <Screen
      title={copy.title}
      className="bill"
      actions={
        <>
          <IconButton label={copy.share} onClick={() => void share(cdr)}>
            <ShareNetwork size={26} aria-hidden="true" />
          </IconButton>
          <Link className="iconbtn" to={paths.createTicket} aria-label={copy.report}>
            <Lifebuoy size={26} aria-hidden="true" />
          </Link>
        </>
      }
      footer={
        <>
          <Button
            kind="secondary"
            icon={<DownloadSimple size={24} aria-hidden="true" />}
            busy={invoice.isPending && copy.invoiceBusy}
            onClick={() => invoice.mutate()}
          >
            {copy.invoice}
          </Button>
          <ButtonLink to={paths.map}>{copy.done}</ButtonLink>
        </>
      }
    >
      <p className="status available">
        <CheckCircle size={22} weight="fill" aria-hidden="true" />
        {copy.ended[cdr.stop_reason]}
      </p>
      <p className="amt num">{inr(cdr.amount_minor)}</p>
      <p className="ink2 paid">
        {cdr.paid_by === "COMPANY" ? (
          copy.paidByCompany
        ) : (
          <>
            {copy.paidFromWallet}{" "}
            {cdr.balance_after_minor === null ? null : (
              <>
                {copy.balanceNow} <b className="num">{inr(cdr.balance_after_minor)}</b>
              </>
            )}
          </>
        )}
      </p>
      <h2 className="t3 place">{cdr.location.name}</h2>
      <p className="sub ink2 num">
        {cdr.evse_label}, {connectorName(cdr.connector.standard)} · {start.fullDate}, {start.time}{" "}
        {copy.to} {end.fullDate === start.fullDate ? "" : `${end.date}, `}
        {end.time}
      </p>
      <dl className="four num">
        <Fact name={copy.energy} value={kwh(cdr.total_energy)} />
        <Fact name={copy.time} value={minutes(cdr.total_time_s)} />
        <Fact
          name={copy.average}
          value={cdr.average_kw === null ? copy.notKnown : kw(cdr.average_kw)}
        />
        <Fact
          name={copy.range}
          value={cdr.range_km === null ? copy.notKnown : `+${km(cdr.range_km)}`}
        />
      </dl>
      <h2 className="sr-only">{copy.lines}</h2>
      <dl className="lines">
        {priceLines(cdr).map((line) => (
          <div className="kv" key={line.key}>
            <dt className="num">
              {line.label}
              {line.note ? <span className="cap ink3">{line.note}</span> : null}
            </dt>
            <dd>{inr(line.minor)}</dd>
          </div>
        ))}
        {cdr.lines.length > 0 ? (
          <div className="kv">
            <dt>{copy.net}</dt>
            <dd>{inr(cdr.net_minor)}</dd>
          </div>
        ) : null}
        {gstLines(cdr).map((line) => (
          <div className="kv" key={line.key}>
            <dt className="num">{line.label}</dt>
            <dd>{inr(line.minor)}</dd>
          </div>
        ))}
        <div className="kv kv--total">
          <dt>{copy.total}</dt>
          <dd>{inr(cdr.amount_minor)}</dd>
        </div>
      </dl>
      {cdr.dispute ? (
        <Banner
          kind="info"
          className="num"
          title={copy.disputeTitle(inr(cdr.dispute.asked_minor), inr(cdr.dispute.checked_minor))}
        >
          {copy.youPay(inr(cdr.amount_minor))}
        </Banner>
      ) : null}
      <p className="cap ink3 num by">{copy.by(cdr.id, cdr.operator_name)}</p>
    </Screen>
  );
}

/** Null when the service has no file for it yet. */
async function fetchInvoice(id: string): Promise<Blob | null> {
  // "Content-Type: application/pdf" flags the request; the request rules turn it into Accept.
  const response = await request(`/api/ocpi/v1/cdrs/${encodeURIComponent(id)}`, "GET", {
    headers: { "Content-Type": "application/pdf" },
  });
  const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf");
  return isPdf ? await response.blob() : null;
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function share(cdr: Cdr): Promise<void> {
  const url = new URL(paths.bill(cdr.id), location.href).href;
  try {
    if (navigator.share) await navigator.share({ title: copy.title, text: shareText(cdr), url });
    else {
      await navigator.clipboard.writeText(url);
      showToast(copy.linkCopied);
    }
  } catch {
    // The driver changed their mind.
  }
}

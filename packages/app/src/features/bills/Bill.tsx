import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { FilePdf } from "@phosphor-icons/react/dist/csr/FilePdf";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import type { Cdr } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { type ReactNode, Suspense, useState } from "react";
import { Link } from "../../ui/router.tsx";
import { shareLink } from "../../native/files.ts";
import { paths } from "../../paths.ts";
import { SavedSince } from "../../offline/SavedSince.tsx";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { duration, inr, kw, kwh, listed, moreKm, when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { gstLines, priceLines, shareText } from "./bill-lines.ts";
import { chargerOf } from "../../ui/charger-of.ts";
import { timeCopy } from "../../ui/copy.ts";
import { billCopy as copy } from "./copy.ts";
import { Fact } from "./Fact.tsx";
import { Parties } from "./Parties.tsx";
import { PromiseKept } from "./PromiseKept.tsx";
import { ProvisionalNote } from "./ProvisionalNote.tsx";
import { RateStars } from "./RateStars.tsx";
import "./bills.css";

const InvoiceDialog = lazyNamed(() => import("./InvoiceDialog.tsx"), "InvoiceDialog");

/** `at`, ms: when it came; `failed`: it could not be asked for anew. `curve` is beside the lines where there is room. */
export function Bill({
  cdr,
  at,
  failed,
  curve,
}: {
  cdr: Cdr;
  at: number;
  failed: boolean;
  curve: ReactNode;
}) {
  const start = when(cdr.start_date_time, cdr.time_zone);
  const end = when(cdr.end_date_time, cdr.time_zone);
  const [invoiceOpen, setInvoiceOpen] = useState(false);
  const { invoice } = cdr;
  const credit = invoice?.kind === "CREDIT_NOTE";
  const open = cdr.provisional?.state === "OPEN";
  const source = <p className="cap ink3 num by">{copy.by(cdr.id, cdr.operator_name)}</p>;
  return (
    <Screen
      title={credit ? copy.creditNote : copy.title}
      className="bill"
      text
      actions={
        <>
          <IconButton label={copy.share} onClick={() => void share(cdr)}>
            <ShareNetwork size={26} aria-hidden="true" />
          </IconButton>
          <Link
            className="iconbtn"
            to={paths.ticketAbout(cdr.session_id, "BILL")}
            aria-label={copy.report}
          >
            <Lifebuoy size={26} aria-hidden="true" />
          </Link>
        </>
      }
      footer={
        <>
          {invoice ? (
            <Button
              kind="secondary"
              icon={<FilePdf size={24} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setInvoiceOpen(true)}
            >
              {credit ? copy.creditNote : copy.invoice}
            </Button>
          ) : null}
          <ButtonLink to={paths.map}>{copy.done}</ButtonLink>
        </>
      }
    >
      <SavedSince at={at} failed={failed} />
      <p className={`status ${credit || open ? "unknown" : "available"}`}>
        {credit ? (
          <ArrowUDownLeft size={22} weight="bold" aria-hidden="true" />
        ) : open ? (
          <HourglassMedium size={22} weight="bold" aria-hidden="true" />
        ) : (
          <CheckCircle size={22} weight="fill" aria-hidden="true" />
        )}
        {credit ? copy.creditStatus : open ? copy.provisionalStatus : copy.ended[cdr.stop_reason]}
      </p>
      <p className="amt num">{inr(cdr.amount_minor)}</p>
      <p className="ink2 paid">
        {cdr.paid_by === "COMPANY" ? (
          credit ? (
            copy.backToCompany
          ) : (
            copy.paidByCompany
          )
        ) : (
          <>
            {credit ? copy.backToWallet : copy.paidFromWallet}{" "}
            {cdr.balance_after_minor === null ? null : (
              <>
                {copy.balanceNow} <b className="num">{inr(cdr.balance_after_minor)}</b>
              </>
            )}
          </>
        )}
      </p>
      {cdr.provisional ? <ProvisionalNote provisional={cdr.provisional} /> : null}
      {cdr.credited_by ? (
        <Banner
          kind="info"
          className="num credit"
          title={copy.creditedTitle(cdr.credited_by.number)}
        >
          {copy.creditedText(
            when(cdr.credited_by.issued_at, INDIA_ZONE).fullDate,
            cdr.paid_by === "COMPANY",
          )}{" "}
          <Link className="textlink" to={paths.bill(cdr.credited_by.cdr_id)}>
            {copy.creditedLink}
          </Link>
        </Banner>
      ) : null}
      {invoice?.original ? (
        <Banner kind="info" className="num credit" title={copy.creditOf(invoice.original.number)}>
          <Link className="textlink" to={paths.bill(invoice.original.cdr_id)}>
            {copy.creditOfLink}
          </Link>
        </Banner>
      ) : null}
      <h2 className="t3 place">{cdr.location.name}</h2>
      <p className="sub ink2 num">
        {listed([chargerOf(cdr.evse_label), connectorName(cdr.connector.standard)])} ·{" "}
        {start.fullDate === end.fullDate
          ? listed([start.fullDate, timeCopy.hours(start.time, end.time)])
          : timeCopy.span(start.dateTime, end.dateTime)}
      </p>
      <dl className="four num">
        <Fact name={copy.energy} value={kwh(cdr.total_energy)} />
        <Fact name={copy.time} value={duration(cdr.total_time_s / 60)} />
        <Fact
          name={copy.average}
          value={cdr.average_kw === null ? copy.notKnown : kw(cdr.average_kw)}
        />
        <Fact
          name={copy.range}
          value={cdr.range_km === null ? copy.notKnown : moreKm(cdr.range_km)}
        />
        <Fact name={copy.perKwh} value={perKwh(cdr)} />
        <Fact name={copy.perKm} value={perUnit(cdr.amount_minor, cdr.range_km)} />
      </dl>
      {credit || cdr.session_id === null ? null : (
        <PromiseKept cdr={cdr} sessionId={cdr.session_id} />
      )}
      <div className="lines-and-curve">
        <section aria-labelledby="bill-lines">
          <h2 id="bill-lines" className="sr-only">
            {copy.lines}
          </h2>
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
        </section>
        {curve}
      </div>
      {cdr.dispute ? (
        <Banner
          kind="info"
          className="num"
          title={copy.disputeTitle(inr(cdr.dispute.asked_minor), inr(cdr.dispute.checked_minor))}
        >
          {copy.youPay(inr(cdr.amount_minor))}
        </Banner>
      ) : null}
      {credit || cdr.session_id === null ? null : <RateStars sessionId={cdr.session_id} />}
      {invoice ? (
        <Parties invoice={invoice}>{source}</Parties>
      ) : (
        <>
          <p className="cap ink3 by">{copy.noInvoice}</p>
          {source}
        </>
      )}
      {invoice && invoiceOpen ? (
        <Suspense fallback={null}>
          <InvoiceDialog
            cdrId={cdr.id}
            invoice={invoice}
            onShareLink={() => void share(cdr)}
            onClose={() => setInvoiceOpen(false)}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** Rupees for each kWh or km, GST included; of a fraction of one it would mislead. */
/** Where energy alone costs, its price: by the rounded amount a paisa more or less would come out. */
function perKwh({ lines: [line, ...others], amount_minor, total_energy }: Cdr): string {
  return line?.dimension === "ENERGY" && others.length === 0
    ? inr(Math.round(Number(line.price) * (100 + Number(line.vat ?? 0)) + 1e-6))
    : perUnit(amount_minor, total_energy);
}

const perUnit = (minor: number, units: number | null) =>
  units !== null && units >= 1 ? inr(Math.round(Math.abs(minor) / units)) : copy.notKnown;

async function share(cdr: Cdr): Promise<void> {
  try {
    const words = { title: copy.title, text: shareText(cdr) };
    if ((await shareLink(paths.bill(cdr.id), words)) === "copied") showToast(copy.linkCopied);
  } catch {
    // The driver changed their mind.
  }
}

import { ArrowSquareOut } from "@phosphor-icons/react/dist/csr/ArrowSquareOut";
import { DownloadSimple } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { LinkSimple } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import type { Invoice } from "@voltmarg/contract";
import { useInvoice } from "../../api/queries/cdrs.ts";
import { canShareFile, openFile, saveFile, shareFile } from "../../native/files.ts";
import { language } from "../../language/current-language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RowError } from "../../ui/Message.tsx";
import { showToast } from "../../ui/toast.ts";
import { billCopy as copy } from "./copy.ts";

/** The tax document as a file. It is fetched first: browsers open and share only what is there when a button is pressed. */
export function InvoiceDialog({
  cdrId,
  invoice,
  onShareLink,
  onClose,
}: {
  cdrId: string;
  invoice: Invoice;
  onShareLink: () => void;
  onClose: () => void;
}) {
  const { kind, number } = invoice;
  const title = kind === "CREDIT_NOTE" ? copy.creditNoteNumber(number) : copy.invoiceNumber(number);
  const name = copy.fileName(number);
  const pdf = useInvoice(cdrId, name);
  const file = pdf.data;

  return (
    <Dialog title={title} onClose={onClose}>
      {file ? (
        <>
          <p className="sub ink2 num">{copy.pdfSize(Math.ceil(file.size / 1000))}</p>
          {language() === "ur" ? <p className="sub ink2">{copy.pdfInEnglish}</p> : null}
          <div className="dialog-stack">
            <Button
              icon={<ArrowSquareOut size={24} aria-hidden="true" />}
              onClick={() => {
                if (openFile(file)) return;
                saveFile(file, name);
                showToast(copy.tabRefused, "info", 5000);
              }}
            >
              {copy.open}
            </Button>
            <Button
              kind="secondary"
              icon={<DownloadSimple size={24} aria-hidden="true" />}
              onClick={() => saveFile(file, name)}
            >
              {copy.save}
            </Button>
            {canShareFile(file) ? (
              <Button
                kind="secondary"
                icon={<ShareNetwork size={24} aria-hidden="true" />}
                onClick={() => void shareFile(file, title)}
              >
                {copy.sharePdf}
              </Button>
            ) : (
              <Button
                kind="secondary"
                icon={<LinkSimple size={24} aria-hidden="true" />}
                onClick={onShareLink}
              >
                {copy.shareLink}
              </Button>
            )}
          </div>
        </>
      ) : pdf.isError ? (
        <RowError title={copy.invoiceFailed} error={pdf.error} onRetry={() => void pdf.refetch()} />
      ) : (
        <output className="loading">
          <span className="spin" aria-hidden="true" /> {copy.invoiceBusy}
        </output>
      )}
    </Dialog>
  );
}

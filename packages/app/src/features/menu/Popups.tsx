import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { useLocation, useNavigate } from "react-router";
import { language, written } from "../../language/current-language.ts";
import { addMoneyPath, paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Drawing } from "../../ui/Drawing.tsx";
import { suv } from "../../ui/drawings/brand.ts";
import { inr } from "../../ui/format.ts";
import { dismissPopup, type Popup } from "../../ui/popups.ts";
import { popupCopy as copy } from "./copy.ts";
import { usePopupText } from "./use-popup-text.ts";

/** Rupees, as the specification has it. */
const suggestedLoad = 500;

export function Popups({ popup }: { popup: Popup }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const close = () => dismissPopup();
  const follow = (address: string) => {
    dismissPopup(address);
    void navigate(address, { state: { returnTo: pathname + search } });
  };

  const wordsFor = usePopupText();
  // The built-in words are for when there are no others: nothing is replaced under the driver's eyes.
  if (wordsFor === undefined) return null;

  if (popup.name === "add-vehicle") {
    const said = wordsFor("add-vehicle", copy.addVehicleTitle, copy.addVehicleText);
    return (
      <Dialog
        key={popup.name}
        title={said.title}
        titleIn={said.language}
        onClose={close}
        art={<Drawing svg={suv(132)} className="dialog-art" />}
      >
        <p className="ink2 dialog-lead" {...written(said.language)}>
          {said.text}
        </p>
        <p className="sub ink2 dialog-text">{copy.addVehicleWhy}</p>
        <Button onClick={() => follow(paths.addVehicle)}>{copy.confirm}</Button>
      </Dialog>
    );
  }

  if (popup.name === "insufficient") {
    const said = wordsFor("insufficient-balance", copy.insufficientTitle, copy.insufficientText);
    const missingRupees = Math.ceil(popup.missingMinor / 100);
    return (
      <Dialog
        key={popup.name}
        title={said.title}
        titleIn={said.language}
        onClose={close}
        closeButton={false}
      >
        <p className="ink2 dialog-lead" {...written(said.language)}>
          {said.text}
        </p>
        <dl className="well num dialog-sum">
          {popup.rows?.map((row) => (
            <div className="kv" key={row.label}>
              <dt>{row.label}</dt>
              <dd>{inr(row.minor)}</dd>
            </div>
          ))}
          <div className="kv kv--total">
            <dt>{copy.addAtLeast}</dt>
            <dd>{inr(popup.missingMinor)}</dd>
          </div>
        </dl>
        <div className="dialog-pair">
          <Button kind="secondary" onClick={close}>
            {copy.notNow}
          </Button>
          <Button onClick={() => follow(addMoneyPath(missingRupees, true))}>{copy.proceed}</Button>
        </div>
      </Dialog>
    );
  }

  const info = popup.name === "wallet-info";
  const said = wordsFor("wallet", copy.walletTitle, null);
  return (
    <Dialog
      key={popup.name}
      title={info ? copy.walletInfoTitle : said.title}
      titleIn={info ? language() : said.language}
      onClose={close}
    >
      {said.text === null ? (
        <WalletPoints info={info} />
      ) : (
        <p className="ink2 dialog-text written" {...written(said.language)}>
          {said.text}
        </p>
      )}
      {info ? (
        <Button kind="secondary" onClick={close}>
          {copy.understood}
        </Button>
      ) : (
        <>
          <Button
            aria-describedby="wallet-opens"
            onClick={() => follow(addMoneyPath(suggestedLoad))}
          >
            {copy.wallet}
          </Button>
          <p id="wallet-opens" className="sub ink2 num dialog-text">
            {copy.walletOpens}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** The wallet's words as points. */
const WalletPoints = ({ info }: { info: boolean }) => (
  <ul className="num dialog-points">
    <li>
      <Lightning size={24} aria-hidden="true" />
      <span>
        {info ? <b className="dialog-line">{copy.walletTitle}</b> : null}
        <b>{copy.walletSpendLead}</b> <span className="ink2">{copy.walletSpend}</span>
      </span>
    </li>
    <li>
      <ArrowUDownLeft size={24} aria-hidden="true" />
      <span>
        <b>{copy.walletRefundLead}</b>{" "}
        <span className="ink2">{info ? copy.walletRefundHow : copy.walletRefund}</span>
      </span>
    </li>
  </ul>
);

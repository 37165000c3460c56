import { Gauge } from "@phosphor-icons/react/dist/csr/Gauge";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { QrCode } from "@phosphor-icons/react/dist/csr/QrCode";
import { Receipt } from "@phosphor-icons/react/dist/csr/Receipt";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { stepsCopy as copy } from "./copy.ts";
import "./info.css";

const icon = { size: 40, "aria-hidden": true } as const;
const art: readonly ReactNode[] = [
  <QrCode key="qr" {...icon} />,
  <Gauge key="limit" {...icon} />,
  <ConnectorIcon key="plug" kind="ccs2" size={46} />,
  <Lightning key="start" {...icon} />,
  <Receipt key="bill" {...icon} />,
];

/** EV Charging Steps: how a charge goes, from parking to the bill. */
export default function ChargingStepsPage() {
  return (
    <Screen
      title={copy.title}
      text
      footer={<ButtonLink to={paths.map}>{copy.findStation}</ButtonLink>}
    >
      <ol className="rows steps">
        {copy.steps.map(({ heading, text }, i) => (
          <li key={heading} className="how-step">
            <span className="step-stone num" aria-hidden="true">
              {i + 1}
            </span>
            <div className="grow">
              <h2 className="t3">{heading}</h2>
              <p className="ink2">{text}</p>
            </div>
            <span className="step-art" aria-hidden="true">
              {art[i]}
            </span>
          </li>
        ))}
      </ol>
    </Screen>
  );
}

import { Devices } from "@phosphor-icons/react/dist/csr/Devices";
import { Fingerprint } from "@phosphor-icons/react/dist/csr/Fingerprint";
import { ShieldCheck } from "@phosphor-icons/react/dist/csr/ShieldCheck";
import { useConfig } from "../../api/queries/config.ts";
import { paths } from "../../paths.ts";
import { LinkRow } from "../../ui/LinkRow.tsx";
import { signInsCopy as copy } from "./sign-ins-copy.ts";

/** To the devices, to the passkeys where the service has them, and to the driver's data. */
export function SignInLinks() {
  const config = useConfig().data;
  return (
    <section className="pf-links" aria-labelledby="signing-in">
      <h2 className="t3" id="signing-in">
        {copy.security}
      </h2>
      <ul className="rows">
        <li>
          <LinkRow
            to={paths.devices}
            icon={<Devices size={26} aria-hidden="true" />}
            name={copy.devices}
            text={copy.devicesHelp}
          />
        </li>
        {config?.passkeys ? (
          <li>
            <LinkRow
              to={paths.passkeys}
              icon={<Fingerprint size={26} aria-hidden="true" />}
              name={copy.passkeys}
              text={copy.passkeysHelp}
            />
          </li>
        ) : null}
        <li>
          <LinkRow
            to={paths.yourData}
            icon={<ShieldCheck size={26} aria-hidden="true" />}
            name={copy.yourData}
            text={copy.yourDataHelp}
          />
        </li>
      </ul>
    </section>
  );
}

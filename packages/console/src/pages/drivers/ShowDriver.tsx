import { Operation } from "../../ui/Operation.tsx";
import { Facts } from "../../ui/values.tsx";

type Shown = { mobile: string; name: string | null; email: string | null };

/** A driver's number, name and address, for a reason. They are on the screen until the dialog is closed. */
export const ShowDriver = ({ id }: { id: string }) => (
  <Operation
    name="showDriver"
    label="Show number and name"
    params={{ id }}
    about="The audit log says who has seen them and why."
    done="Shown. It is in the audit log."
    result={({ data }) => shown(data)}
  />
);

const shown = ({ mobile, name, email }: Shown) => (
  <Facts
    of={[
      [
        "Number",
        <span key="n" className="num">
          {mobile}
        </span>,
      ],
      ["Name", name ?? "none given"],
      ["Mail", email ?? "none given"],
    ]}
  />
);

import { useSearchParams } from "../../ui/router.tsx";
import { useUser } from "../../api/account/account.ts";
import { AmountForm } from "./AmountForm.tsx";
import { CompanyPays } from "./CompanyPays.tsx";
import { TopUpOutcome } from "./TopUpOutcome.tsx";

/** `?amount=&info=1` asks for an amount; `?topup=` is the way back from the payment page. */
export default function AddMoneyPage() {
  const [query] = useSearchParams();
  const user = useUser();
  if (user.customer_type === "CORPORATE") return <CompanyPays />;
  const topUp = query.get("topup");
  if (topUp) return <TopUpOutcome key={topUp} id={topUp} />;
  const asked = query.get("amount") ?? "";
  return (
    <AmountForm
      key={query.toString()}
      asked={/^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : null}
      info={query.has("info") && query.get("info") !== "0" && query.get("info") !== "false"}
    />
  );
}

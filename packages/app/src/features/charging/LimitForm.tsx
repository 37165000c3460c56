import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { Minus } from "@phosphor-icons/react/dist/csr/Minus";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useUser } from "../../api/account.ts";
import { useWallet } from "../../api/queries.ts";
import { isRefusal, sentence } from "../../api/refusal.ts";
import type { PlugChoice } from "../../paths.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { ConnectorIcon } from "../../ui/Drawing.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { inr } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { openInsufficientBalance } from "../../ui/popups.ts";
import { Screen } from "../../ui/Screen.tsx";
import { copy } from "./copy.ts";
import { LimitNumbers } from "./LimitNumbers.tsx";
import {
  type Basis,
  chargePower,
  choiceOf,
  estimationInfo,
  firstValue,
  holdFor,
  limitsOf,
  limitWords,
  mostOf,
  perKwhMinor,
  planOf,
} from "./limit-plan.ts";
import { LIMITS, type LimitBy, scaleFor, snap } from "./limit-scale.ts";
import { chargerName, plugTitle } from "./plug-words.ts";
import { Ruler } from "./Ruler.tsx";
import { useStart } from "./use-start.ts";
import { WalletLine } from "./WalletLine.tsx";

const HowDialog = lazy(async () => ({ default: (await import("./HowDialog.tsx")).HowDialog }));

type Props = {
  plug: PlugChoice;
  location: Location;
  evse: Evse;
  connector: Connector;
  vehicle: Vehicle | undefined;
};

/** Four linked values, one of them leading; the address keeps the choice across a reload. */
export function LimitForm({ plug, location, evse, connector, vehicle }: Props) {
  const user = useUser();
  const wallet = useWallet().data;
  const start = useStart();
  const [query, setQuery] = useSearchParams();
  const [explained, setExplained] = useState(false);
  const [began] = useState(() => new Date());
  const basis: Basis = useMemo(
    () => ({ connector, location, vehicle, start: began }),
    [connector, location, vehicle, began],
  );
  const limits = useMemo(() => limitsOf(basis), [basis]);
  const asked = LIMITS.find((one) => one === query.get("by"));
  const by = asked && limits.includes(asked) ? asked : limits[0]!;
  const scale = useMemo(() => scaleFor(by, mostOf(basis, by)), [by, basis]);
  const stored = Number(query.get("value"));
  const corporate = user.customer_type === "CORPORATE";
  const free = wallet ? wallet.balance_minor - wallet.held_minor : null;
  const first = useMemo(
    () => firstValue(basis, by, scale, corporate ? null : free),
    [basis, by, scale, corporate, free],
  );
  const value = snap(stored > 0 ? stored : first, scale);
  const plan = useMemo(() => planOf(basis, choiceOf(by, value)), [basis, by, value]);
  const costMinor = by === "MONEY" ? value * 100 : plan?.costMinor;
  const cost = costMinor == null ? null : Number(costMinor);
  const hold = useMemo(() => holdFor(basis, by, value), [basis, by, value]);
  const perKwh = perKwhMinor(basis);
  const missing = hold !== null && free !== null ? hold - free : 0;
  const taken = !["AVAILABLE", "UNKNOWN"].includes(evse.status);

  const choose = (nextBy: LimitBy, next?: number) =>
    setQuery(
      (now) => {
        now.set("by", nextBy);
        if (next === undefined) now.delete("value");
        else now.set("value", String(next));
        return now;
      },
      { replace: true },
    );
  const onStart = () => {
    if (!corporate && missing > 0) {
      openInsufficientBalance(missing, [
        { label: copy.missingRows.hold, minor: hold ?? 0 },
        { label: copy.missingRows.wallet, minor: free ?? 0 },
      ]);
      return;
    }
    start.mutate({
      plug,
      info: estimationInfo(by, value, plan, corporate),
      missingMinor: () => Math.max(missing, 100),
    });
  };

  return (
    <Screen
      title={copy.limitTitle}
      className="lim"
      actions={
        <IconButton
          label={copy.howItWorks}
          aria-haspopup="dialog"
          onClick={() => setExplained(true)}
        >
          <Info size={26} aria-hidden="true" />
        </IconButton>
      }
      footer={
        <Button
          icon={<Lightning size={24} aria-hidden="true" />}
          busy={start.isPending && copy.startingVerb}
          onClick={onStart}
        >
          {copy.start}
        </Button>
      }
    >
      <div className="ctx">
        <ConnectorIcon
          kind={connectorKind(
            connector.standard,
            connector.max_electric_power && connector.max_electric_power / 1000,
            connector.voltage,
          )}
          size={36}
        />
        <span className="grow">
          <span className="t3 one">{location.name}</span>
          <span className="sub ink2 num">
            {[
              chargerName(evse),
              plugTitle(connector),
              perKwh === null ? copy.priceNotKnown : `${inr(Number(perKwh))}/kWh`,
            ].join(" · ")}
          </span>
        </span>
      </div>
      <LimitNumbers {...{ by, value, plan, vehicle, cost }} priced={limits.includes("MONEY")} />
      <div className="dial">
        <Segment
          label={copy.limitBy}
          value={by}
          options={limits.map((one) => ({ value: one, label: copy.by[one] }))}
          onChange={(next) => choose(next)}
        />
        <Ruler
          scale={scale}
          value={value}
          label={`${copy.limit}, ${copy.by[by]}`}
          words={(at) => limitWords(by, at)}
          mark={(at) => (by === "MONEY" ? limitWords(by, at) : String(at))}
          onChange={(next) => choose(by, next)}
        />
      </div>
      <div className="steps">
        <button
          type="button"
          className="chip chip--step"
          aria-label={copy.less}
          onClick={() => choose(by, snap(value - scale.step, scale))}
        >
          <Minus size={22} weight="bold" aria-hidden="true" />
        </button>
        {[...scale.presets, scale.max].map((preset) => (
          <button
            key={preset}
            type="button"
            className={`chip num${preset === value ? " is-on" : ""}`}
            aria-pressed={preset === value}
            onClick={() => choose(by, preset)}
          >
            {preset === scale.max
              ? copy.full
              : by === "MONEY"
                ? limitWords(by, preset)
                : String(preset)}
          </button>
        ))}
        <button
          type="button"
          className="chip chip--step"
          aria-label={copy.more}
          onClick={() => choose(by, snap(value + scale.step, scale))}
        >
          <Plus size={22} weight="bold" aria-hidden="true" />
        </button>
      </div>
      <WalletLine {...{ corporate, cost, hold }} balance={wallet?.balance_minor ?? null} />
      {chargePower(basis) === null ? (
        <div className="pad lim-note">
          <Banner kind="info">{copy.powerNotKnown}</Banner>
        </div>
      ) : null}
      {start.isError && !isRefusal(start.error, "INSUFFICIENT_BALANCE") ? (
        <div className="pad lim-note">
          <Banner kind="err">{sentence(start.error)}</Banner>
        </div>
      ) : taken ? (
        <div className="pad lim-note">
          <Banner kind="warn">{copy.notFree}</Banner>
        </div>
      ) : null}
      {explained ? (
        <Suspense fallback={null}>
          <HowDialog onClose={() => setExplained(false)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { isPowerUnknown, readWhole } from "@voltmarg/rules";
import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { serviceNow } from "../../clock.ts";
import { useSearchParams } from "../../ui/router.tsx";
import { useUser } from "../../api/account/account.ts";
import { useWallet } from "../../api/queries/wallet.ts";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths, type PlugChoice } from "../../paths.ts";
import { chargePower } from "../../prices/lead-price.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { openInsufficientBalance } from "../../ui/popups.ts";
import { Screen } from "../../ui/Screen.tsx";
import { batteryNow, sayBattery } from "./battery-now.ts";
import { copy } from "./copy.ts";
import { LimitDial } from "./LimitDial.tsx";
import { LimitNumbers } from "./LimitNumbers.tsx";
import {
  type Basis,
  carried,
  choiceOf,
  closingOf,
  coveredBy,
  estimationInfo,
  firstValue,
  holdFor,
  isFree,
  leastOf,
  limitsOf,
  mostOf,
  planOf,
  USUAL_TARGET,
  valueTo,
} from "./limit-plan.ts";
import { kept, LIMITS, type LimitBy, scaleFor, snap } from "./limit-scale.ts";
import { endWords, planChanges, spokenPlan } from "./limit-text.ts";
import { PlugLine } from "./PlugLine.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { StartDoubt } from "./start-doubts.ts";
import { useStart } from "./use-start.ts";
import { VehicleChoice } from "./VehicleChoice.tsx";
import { HoldLine, WalletLine } from "./WalletLine.tsx";

const asking = () => import("./find-doubts.ts");
const StartDoubtsDialog = lazyNamed(() => import("./StartDoubtsDialog.tsx"), "StartDoubtsDialog");
const EstimateDialog = lazyNamed(() => import("./EstimateDialog.tsx"), "EstimateDialog");

const scaleOf = (basis: Basis, by: LimitBy) => scaleFor(by, mostOf(basis, by), leastOf(basis, by));

/** A share of the battery in the address, per cent; null: there is none. */
const shareIn = (text: string | null): number | null => readWhole(text ?? "", 1, 100);

type Props = {
  plug: PlugChoice;
  location: Location;
  evse: Evse;
  connector: Connector;
  vehicle: Vehicle | undefined;
  /** All vehicles that can be charged here, the company's too. */
  vehicles: readonly Vehicle[];
};

/** Four linked values, one of them chosen; the address keeps the choice across a reload. */
export function LimitForm({ plug, location, evse, connector, vehicle, vehicles }: Props) {
  const user = useUser();
  const wallet = useWallet().data;
  const start = useStart();
  const [query, setQuery] = useSearchParams();
  const [explained, setExplained] = useState(false);
  const [doubts, setDoubts] = useState<StartDoubt[]>([]);
  const [looking, setLooking] = useState(false);
  useEffect(() => void asking().then(({ prepare }) => prepare()), []);
  const now = useNow(60_000);
  const [said, setSaid] = useState(0);
  // A trip's plan says how full the battery is on arrival; what was known before the drive is older.
  const planned = shareIn(query.get("battery"));
  const battery = useMemo(
    () => planned ?? batteryNow(vehicle, Math.max(now, said)),
    [planned, vehicle, now, said],
  );
  const target = shareIn(query.get("until")) ?? USUAL_TARGET;
  const basis: Basis = useMemo(() => {
    const at = new Date(now);
    const closesAt = closingOf(location, at);
    return { connector, location, vehicle, start: at, closesAt, batteryNow: battery };
  }, [connector, location, vehicle, now, battery]);
  const limits = useMemo(() => limitsOf(basis), [basis]);
  const byEnergy = useLocation().pathname === paths.estimateAmountScreen;
  const asked = LIMITS.find((one) => one === query.get("by")) ?? (byEnergy ? "ENERGY" : "MONEY");
  const by = limits.includes(asked) ? asked : limits[0]!;
  const scale = useMemo(() => scaleOf(basis, by), [by, basis]);
  const corporate = user.customer_type === "CORPORATE";
  const free = wallet && !corporate ? wallet.balance_minor - wallet.held_minor : null;
  const first = useMemo(
    () => firstValue(basis, by, scale, free, target),
    [basis, by, scale, free, target],
  );
  const stored = Number(query.get("value"));
  const value = kept(by, stored > 0 ? stored : first, scale);
  const plan = useMemo(() => planOf(basis, choiceOf(by, value)), [basis, by, value]);
  const usual = useMemo(() => valueTo(basis, by, scale, target), [basis, by, scale, target]);
  // A screen reader reads the ruler's value by itself; the live region reads what buttons change.
  const [byButton, setByButton] = useState(false);
  // A choice in money is the most that the session may cost.
  const costMinor = by === "MONEY" ? value * 100 : plan?.costMinor;
  const cost = costMinor == null ? null : Number(costMinor);
  const hold = useMemo(() => holdFor(basis, by, value), [basis, by, value]);
  const covered = useMemo(
    () => coveredBy(basis, choiceOf(by, value), free),
    [basis, by, value, free],
  );
  const ends = endWords(plan, basis, covered);
  const changes = planChanges(plan, basis);
  const spoken = spokenPlan(by, value, plan, cost, [...ends, ...changes]);
  const missing = hold !== null && free !== null ? hold - free : 0;
  const taken = !["AVAILABLE", "UNKNOWN"].includes(evse.status);

  const choose = (nextBy: LimitBy, next: number | null) =>
    setQuery(
      (before) => {
        before.set("by", nextBy);
        if (next === null) before.delete("value");
        else before.set("value", String(next));
        return before;
      },
      { replace: true },
    );
  const press = (next: number, button: boolean) => {
    setByButton(button);
    choose(by, next);
  };
  const chooseUnit = (next: LimitBy) => {
    setByButton(true);
    const same = carried(next, plan);
    choose(next, same === null ? null : kept(next, same, scaleOf(basis, next)));
  };
  const onBattery = (percent: number) => {
    if (!vehicle) return;
    const at = serviceNow();
    sayBattery(vehicle, percent, at);
    setSaid(at);
    setQuery(
      (before) => {
        before.set("by", by);
        // What was chosen of the whole battery may be more than it lacks; what was planned no longer holds.
        for (const gone of ["value", "battery"]) before.delete(gone);
        return before;
      },
      { replace: true },
    );
  };
  const chooseVehicle = (next: Vehicle) =>
    setQuery(
      (before) => {
        before.set("vehicle", next.id);
        return before;
      },
      { replace: true },
    );
  const sayShort = (lacks: number, needed: number) =>
    openInsufficientBalance(lacks, [
      ...neededRows(needed, cost),
      { label: copy.missingRows.wallet, minor: needed - lacks },
    ]);
  const onStart = async () => {
    if (missing > 0) {
      sayShort(missing, hold ?? 0);
      return;
    }
    setLooking(true);
    // Without the network to load it the start itself says so.
    const found = await asking().then(
      ({ findDoubts }) => findDoubts({ location, connector, vehicle }),
      () => [],
    );
    setLooking(false);
    if (found.length > 0) setDoubts(found);
    else begin();
  };
  const begin = () => {
    setDoubts([]);
    start.mutate({
      plug,
      info: estimationInfo(by, value, plan, corporate, vehicle?.is_primary ?? true),
      vehicleId: vehicle?.id,
      // Pressed before the wallet was loaded, or it had less by then.
      onShort: sayShort,
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
        <>
          {corporate || !hold ? null : <HoldLine hold={hold} cost={cost} />}
          <Button
            icon={<Lightning size={24} aria-hidden="true" />}
            busy={(start.isPending || looking) && copy.startingVerb}
            onClick={() => void onStart()}
          >
            {copy.start}
          </Button>
        </>
      }
      barFooter="column"
    >
      <PlugLine {...{ location, evse, connector, vehicle, now }} />
      <LimitNumbers
        {...{ by, value, plan, vehicle, cost, ends, changes, battery, onBattery }}
        onStep={(way) => press(snap(value + way * scale.step, scale), true)}
        vehicleName={
          vehicles.length > 0 ? (
            <VehicleChoice {...{ vehicle, vehicles }} onChoose={chooseVehicle} />
          ) : null
        }
        priced={limits.includes("MONEY")}
        free={isFree(basis)}
      />
      <LimitDial
        {...{ by, value, limits, scale }}
        {...{ spoken }}
        usual={usual === null ? null : { value: usual, percent: target }}
        onUnit={chooseUnit}
        onChange={press}
      />
      <output className="sr-only">{byButton ? spoken : ""}</output>
      <WalletLine
        {...{ corporate, cost }}
        holds={hold !== null && hold > 0}
        spendable={wallet?.spendable_minor ?? null}
      />
      {chargePower(connector, vehicle) === null ? (
        <div className="pad lim-note">
          <Banner kind="info">{copy.powerNotKnown}</Banner>
        </div>
      ) : vehicle && isPowerUnknown(connector.power_type === "DC" ? "DC" : "AC", vehicle) ? (
        <div className="pad lim-note">
          <Banner kind="info">{copy.vehiclePowerNotKnown(vehicle.model)}</Banner>
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
      {doubts.length > 0 ? (
        <Suspense fallback={null}>
          <StartDoubtsDialog
            {...{ location, connector, doubts }}
            onStart={begin}
            onClose={() => setDoubts([])}
          />
        </Suspense>
      ) : null}
      {explained ? (
        <Suspense fallback={null}>
          <EstimateDialog onClose={() => setExplained(false)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** What a start needs: the limit, and the hold beyond it. */
function neededRows(hold: number, cost: number | null) {
  const { missingRows } = copy;
  return cost === null || cost >= hold
    ? [{ label: missingRows.hold, minor: hold }]
    : [
        { label: missingRows.limit, minor: cost },
        { label: missingRows.extra, minor: hold - cost },
      ];
}

import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { useOperators } from "../../api/queries/locations.ts";
import { filterCopy as copy } from "./copy.ts";
import type { Filter } from "../../locations/filter.ts";
import { OperatorMark } from "./OperatorMark.tsx";

type Operators = Filter["operators"];

/** The operators to choose from, found by name. None chosen means all. */
export function OperatorList({
  chosen,
  onChange,
  onBack,
}: {
  chosen: Operators;
  onChange: (operators: Operators) => void;
  onBack: () => void;
}) {
  const operators = useOperators();
  const [text, setText] = useState("");
  const words = text.trim().toLowerCase();
  const shown = operators.data?.filter(({ name }) => name.toLowerCase().includes(words));
  const toggle = ({ id, name }: Operators[number]) =>
    onChange(
      chosen.some((one) => one.id === id)
        ? chosen.filter((one) => one.id !== id)
        : [...chosen, { id, name }],
    );
  return (
    <Screen
      title={copy.operators}
      onBack={onBack}
      actions={
        <Button kind="quiet" small onClick={() => onChange([])}>
          {copy.clearOperators}
        </Button>
      }
      footer={<Button onClick={onBack}>{copy.done}</Button>}
    >
      <div className="fl-pad fl-search">
        <search className="search">
          <MagnifyingGlass size={22} weight="bold" aria-hidden="true" />
          <input
            type="search"
            aria-label={copy.searchOperators}
            placeholder={copy.searchOperators}
            value={text}
            maxLength={80}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
      </div>
      {shown && shown.length > 0 ? (
        <ul className="rows fl-names">
          {shown.map((one) => {
            const on = chosen.some(({ id }) => id === one.id);
            return (
              <li key={one.id}>
                <label className="row">
                  <OperatorMark id={one.id} name={one.name} hasLogo={one.logo !== null} />
                  <span className="grow title--m">{one.name}</span>
                  <input
                    type="checkbox"
                    className="sr-only"
                    checked={on}
                    onChange={() => toggle(one)}
                  />
                  <span className={`check${on ? " is-on" : ""}`} aria-hidden="true">
                    <Check size={16} weight="bold" />
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      ) : shown ? (
        <p className="ink2 fl-pad">{copy.noOperator}</p>
      ) : operators.isError ? (
        <LoadError
          title={copy.operatorsFailed}
          error={operators.error}
          onRetry={() => void operators.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} label={copy.loadingOperators} />
      )}
    </Screen>
  );
}

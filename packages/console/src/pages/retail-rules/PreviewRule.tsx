import "../../styles/prices.css";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { useMay } from "../../api/member.ts";
import { Answered } from "../../ui/Answered.tsx";
import { dayOf } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { PricePreview } from "./PricePreview.tsx";
import { RuleForm } from "./RuleForm.tsx";
import { ruleIn } from "./rule-in-address.ts";
import { ruleWords, typeWords } from "./rule-words.ts";

/** A rule before it is saved: what it would make of prices. The rule is in the address. */
export default function PreviewRule() {
  const [search] = useSearchParams();
  const may = useMay();
  const rule = ruleIn(search);
  return (
    <Page
      title="Change a price"
      back={{ to: "/retail-rules", label: "Prices" }}
      about="First see what a rule makes of real tariffs, then save it."
    >
      {may("putRetailRule") ? (
        <>
          {/* A rule that came with a link fills the form anew. */}
          <RuleForm key={search.toString()} of={search} />
          {rule ? (
            <Preview rule={rule} />
          ) : (
            <Empty>Write what changes: percent, rupees a kWh, or GST.</Empty>
          )}
        </>
      ) : (
        <Empty>Your role may not change prices.</Empty>
      )}
    </Page>
  );
}

function Preview({ rule }: { rule: NonNullable<ReturnType<typeof ruleIn>> }) {
  const preview = useOperation("previewRetailRule", { body: rule });
  const rules = useOperation("listRetailRules", {});
  const operators = useOperation("listPartnerRecords", { query: { removed: "yes" } });
  const [saved, setSaved] = useState(false);
  const navigate = useNavigate();
  const partners = operators.data?.data.partners ?? [];
  const operator = partners.find(({ id }) => id === rule.operator)?.name ?? rule.operator;
  const held = rules.data?.data.rules.find(
    (each) =>
      (each.operator?.id ?? null) === rule.operator && each.customer_type === rule.customer_type,
  );
  return (
    <Section title="What it makes of prices">
      <Answered query={preview}>
        {({ data }) => {
          const below = data.prices.filter((each) => each.below_cost).length;
          return (
            <>
              <p className="rule-line">
                <b>{`${operator ?? "Every operator"}, ${typeWords(rule.customer_type).toLowerCase()}`}</b>
                {`, ${rule.from ? `from ${dayOf(rule.from)} on` : "at once"}: ${ruleWords(rule)}. `}
                {held ? `Now: ${ruleWords(held.rule)}.` : "Now there is no rule for exactly these."}
              </p>
              {below > 0 ? (
                <p className="note note--bad" role="alert">
                  <b>{`Below cost at ${below} of ${data.prices.length} tariffs.`}</b> Each such
                  charging session costs you more than it brings.
                </p>
              ) : null}
              <PricePreview of={data} />
              {saved ? null : (
                <div className="row">
                  <Operation
                    name="putRetailRule"
                    label={rule.from ? "Plan this price" : "Set this price now"}
                    primary={below === 0}
                    danger={below > 0}
                    fixed={rule}
                    fields={[]}
                    now={{}}
                    about={
                      <>
                        {below > 0 ? (
                          <p>
                            <b>{`${below} of ${data.prices.length} tariffs would be sold below cost.`}</b>
                          </p>
                        ) : null}
                        <p>Charging sessions under way keep their price.</p>
                      </>
                    }
                    done={rule.from ? "The price is planned." : "The price is set."}
                    onDone={() => {
                      setSaved(true);
                      void navigate("/retail-rules");
                    }}
                  />
                  <Link to="/retail-rules" className="btn">
                    Leave it as it is
                  </Link>
                </div>
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}

import type { PartnerRecord } from "@voltmarg/contract";
import type { AnswerOf } from "../../api/call.ts";
import { count, words } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Table, type Column } from "../../ui/Table.tsx";

type Synchronised = AnswerOf<"syncPartner">["data"];
type Checked = AnswerOf<"checkPartner">["data"];

/** What the staff may do with a connection, as far as its state allows it. */
export function PartnerActions({ of }: { of: PartnerRecord }) {
  const params = { id: of.id };
  const isRegistered = of.state === "REGISTERED";
  return (
    <>
      {isRegistered ? (
        <Operation
          name="syncPartner"
          label="Synchronise"
          primary
          params={params}
          labels={{ whole: "Also close locations that it does not list any more" }}
          about="Reads its locations, tariffs, sessions and CDRs now. This may take a minute."
          done="It is synchronised."
          result={resultOf}
        />
      ) : null}
      {isRegistered ? (
        <Operation
          name="checkPartner"
          label="Check against OCPI"
          params={params}
          about="Asks it for its versions, credentials and lists, and says what is not as OCPI has it. Nothing is stored. This may take a minute."
          done="It is checked."
          result={checkedOf}
        />
      ) : null}
      {isRegistered ? (
        <Operation
          name="rotatePartner"
          label="Renew the tokens"
          params={params}
          about="Both sides get new tokens; the old ones end. Do it at least once a month."
          done="The tokens are renewed."
        />
      ) : null}
      {of.state === "REMOVED" || of.state === "LEFT" ? null : (
        <Operation
          name="removePartner"
          label="Remove"
          danger
          params={params}
          labels={{ force: "Also while cars charge there" }}
          about="Ends the registration on both sides and closes its locations. While cars charge, it is refused; with yes they are stopped, and billed a day later by what is known."
          done={`${of.name} is removed.`}
        />
      )}
    </>
  );
}

const READ: readonly Column<Synchronised["read"][number]>[] = [
  { head: "List", cell: ({ module }) => words(module) },
  { head: "Listed", num: true, cell: ({ listed }) => count(listed) },
  { head: "Read", num: true, cell: ({ taken }) => count(taken) },
  {
    head: "With changes",
    num: true,
    cell: ({ left_out, read_as }) => count(left_out + read_as),
  },
  { head: "Refused", num: true, cell: ({ refused }) => count(refused) },
];

const Result = ({ of }: { of: Synchronised }) => (
  <>
    <Table caption="What was read" rows={of.read} keyOf={({ module }) => module} columns={READ} />
    {of.closed > 0 ? <p>{`${count(of.closed)} locations are closed.`}</p> : null}
    <ul>
      {of.reasons.map(({ module, path, message, objects, object }) => (
        <li key={`${module} ${path} ${message}`}>
          {`${count(objects)} × ${module}: ${path} ${message}, e.g. ${object}`}
        </li>
      ))}
    </ul>
  </>
);

const resultOf = ({ data }: AnswerOf<"syncPartner">) => <Result of={data} />;

/** In sentences that can be sent to the operator as they are. */
const Conformance = ({ of: { ocpi_version, requests, objects, faults } }: { of: Checked }) => (
  <>
    <p>{`OCPI ${ocpi_version}: ${faults.length === 1 ? "1 fault" : `${count(faults.length)} faults`} in ${count(requests)} requests and ${objects.map(({ module, read }) => `${count(read)} ${module}`).join(", ") || "no lists"}.`}</p>
    <ol>
      {faults.map(({ module, asked, came, standard }) => (
        <li key={`${module} ${asked} ${came} ${standard}`}>
          {`${module}: asked ${asked}; came ${came}; OCPI says: ${standard}`}
        </li>
      ))}
    </ol>
  </>
);

const checkedOf = ({ data }: AnswerOf<"checkPartner">) => <Conformance of={data} />;

import { useSupportInformation, type SupportInformation } from "../../api/support-information.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Facts } from "../../ui/values.tsx";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** How drivers reach support. */
export default function SupportContact() {
  const contact = useSupportInformation();
  const now = contact.data?.content[0];
  return (
    <Page
      title="Support contact"
      about="Drivers see it in the app, and in mails."
      actions={now ? <Change now={now} /> : null}
    >
      <Answered query={contact}>
        {({ content: [of] }) =>
          of ? (
            <Section title="What drivers see">
              <Facts of={factsOf(of)} />
            </Section>
          ) : null
        }
      </Answered>
    </Page>
  );
}

const Change = ({ now }: { now: SupportInformation }) => (
  <Operation
    name="updateSupportInformation"
    label="Change"
    primary
    now={{ ...now }}
    labels={{
      phone: "Phone, with +91",
      whatsapp: "WhatsApp, with +91",
      hours: "Hours, as a sentence",
      languages: 'Languages, such as ["en", "hi"]',
      opening: "Hours by weekday (1: Monday), as a list",
    }}
  />
);

const factsOf = (of: SupportInformation) =>
  [
    ["Name", of.name],
    ["Mail", of.email],
    ["Phone", of.phone],
    ["WhatsApp", of.whatsapp ?? "none"],
    ["Hours", of.hours],
    ["By weekday", of.opening ? of.opening.map(hoursOf).join("; ") : null],
    ["Languages", of.languages.join(", ")],
  ] as const;

const hoursOf = (each: NonNullable<SupportInformation["opening"]>[number]) =>
  `${DAYS[each.weekday - 1]} ${each.period_begin}–${each.period_end}`;

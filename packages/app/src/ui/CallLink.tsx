import { callCopy } from "./call-copy.ts";

/** What a phone dials: digits and a plus, without what people write between them. */
export const tel = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, "")}`;

/** Calls an operator by its name. */
export const CallLink = ({ name, phone }: { name: string; phone: string }) => (
  <a className="plain-link" href={tel(phone)}>
    {callCopy.call(name)}
  </a>
);
